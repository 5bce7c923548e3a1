//! One site through induction and extraction, scored.

use crate::bundle::{Bundle, decoded};
use crate::score::{Nested, RecordScore, mean, score_clusters, score_records};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use sitewrap_model::{ClusterId, Extraction};
use sitewrap_pipeline::{InduceParams, LearntSite, LoadedSite};
use std::collections::HashMap;
use std::time::Instant;

/// What is told of a site; shares 0..=1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Its name.
    pub site: String,
    /// Clustering F-measure, the better of that by fine and that by coarse types.
    pub f: f64,
    /// Adjusted Rand index, likewise.
    pub ari: f64,
    /// Mean F1 of fields; `None` where no field is asked for.
    pub f1: Option<f64>,
    /// F1 of whole list items; `None` where the truth has none.
    pub items: Option<f64>,
    /// Share of the fields with fitting names.
    pub named: Option<f64>,
}

/// A site, loaded, with its truth.
pub struct Site {
    /// The bundle, whose pages have been moved into `loaded`.
    pub bundle: Bundle,
    /// Its pages, parsed.
    pub loaded: LoadedSite,
}

/// What came of a site.
pub struct Measured {
    /// The figures.
    pub figures: Figures,
    /// Each field in turn.
    pub records: RecordScore,
    /// What was learnt.
    pub learnt: LearntSite,
    /// What was extracted.
    pub extractions: Vec<Extraction>,
    /// Seconds that learning and extracting took.
    pub seconds: f64,
}

impl Site {
    /// Loads the pages of a bundle.
    ///
    /// # Errors
    /// If there is no page to learn from.
    pub fn load(mut bundle: Bundle, params: &InduceParams) -> Result<Self> {
        let pages = std::mem::take(&mut bundle.pages);
        let loaded = LoadedSite::new(pages, params, &())?;
        Ok(Self { bundle, loaded })
    }

    /// Learns, extracts and scores.
    ///
    /// # Errors
    /// Those of learning.
    pub fn measure(&self, params: &InduceParams, one_of: bool) -> Result<Measured> {
        let start = Instant::now();
        let learnt = self.loaded.learn(params, &())?;
        Ok(self.measure_learnt(learnt, start, one_of))
    }

    /// As [`Site::measure`] with clusters as they are and wrappers by other parameters.
    ///
    /// # Errors
    /// Those of learning.
    pub fn measure_again(
        &self,
        learnt: &LearntSite,
        params: &InduceParams,
        one_of: bool,
    ) -> Result<Measured> {
        let start = Instant::now();
        let learnt = self.loaded.wrap_again(learnt, params)?;
        Ok(self.measure_learnt(learnt, start, one_of))
    }

    fn measure_learnt(&self, learnt: LearntSite, start: Instant, one_of: bool) -> Measured {
        let extractions = self.loaded.extract(&learnt);
        let seconds = start.elapsed().as_secs_f64();
        let records = self.score_records(&extractions, one_of);
        let (f, ari) = self.score_clusters(&learnt.clusters);
        let is_asked = records.fields > 0;
        let figures = Figures {
            site: self.bundle.name.clone(),
            f,
            ari,
            f1: is_asked.then_some(records.f1),
            items: records.items,
            named: is_asked.then_some(records.named),
        };
        Measured { figures, records, learnt, extractions, seconds }
    }

    /// F and adjusted Rand index of clusters, each the better of that by fine and coarse types.
    pub fn score_clusters(&self, clusters: &[Option<ClusterId>]) -> (f64, f64) {
        let urls = self.loaded.urls().iter().map(|url| decoded(url));
        let of: HashMap<String, Option<usize>> =
            urls.zip(clusters.iter().map(|id| id.map(ClusterId::index))).collect();
        let cluster = |url: &str| of.get(url).copied().flatten();
        let types = &self.bundle.types;
        let fine: Vec<_> = types.iter().map(|it| (it.fine.as_str(), cluster(&it.url))).collect();
        let coarse: Vec<_> =
            types.iter().map(|it| (it.coarse.as_str(), cluster(&it.url))).collect();
        let (fine, coarse) = (score_clusters(&fine), score_clusters(&coarse));
        (fine.f.max(coarse.f), fine.ari.max(coarse.ari))
    }

    fn score_records(&self, extractions: &[Extraction], one_of: bool) -> RecordScore {
        let record = |page: &Extraction| Some((decoded(&page.url), page.record.as_ref()?.into()));
        let records: HashMap<String, Nested> = extractions.iter().filter_map(record).collect();
        score_records(&self.bundle.records, &records, one_of)
    }
}

/// A figure of several sites.
pub struct Column {
    /// What it is.
    pub name: &'static str,
    /// How it is had.
    pub get: fn(&Figures) -> Option<f64>,
}

/// The figures that are compared.
pub const COLUMNS: [Column; 5] = [
    Column { name: "F", get: |it| Some(it.f) },
    Column { name: "ARI", get: |it| Some(it.ari) },
    Column { name: "F1", get: |it| it.f1 },
    Column { name: "items", get: |it| it.items },
    Column { name: "named", get: |it| it.named },
];

impl Column {
    /// The mean and the worst over sites that have it.
    pub fn mean_and_worst(&self, sites: &[Figures]) -> (f64, f64) {
        let values: Vec<f64> = sites.iter().filter_map(self.get).collect();
        let worst = values.iter().copied().fold(f64::INFINITY, f64::min);
        (mean(values.iter().copied()), if values.is_empty() { 0.0 } else { worst })
    }
}
