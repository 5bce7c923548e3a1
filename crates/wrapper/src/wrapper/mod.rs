//! Wrappers as they are stored.

pub(crate) mod core_fields;
pub(crate) mod describe;
pub(crate) mod describe_names;
pub(crate) mod fields;
pub(crate) mod gaps;
pub(crate) mod json_schema;
pub(crate) mod main_content;
pub(crate) mod presence;
pub(crate) mod quality;
pub(crate) mod schema;
pub(crate) mod signature;
pub(crate) mod size;
pub(crate) mod template;

use main_content::MainContent;
use quality::Quality;
use serde::{Deserialize, Serialize};
use sitewrap_values::Locale;
use template::Template;

/// The wrappers of one site, induced together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WrapperSet {
    /// Version in the store, from 1; rises with each induction.
    pub version: u32,
    /// One wrapper a page type, those of the largest clusters first.
    pub wrappers: Vec<Wrapper>,
    /// What the site tells about how its values are written.
    #[serde(default)]
    pub locale: Locale,
}

/// What turns the pages of one page type into records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wrapper {
    /// Unique name in its set.
    pub name: String,
    /// The page type (`product`, `article`, …).
    pub page_type: String,
    /// Number of pages in the cluster that it was induced from.
    pub pages: u32,
    /// What pages of this type look like as a whole; decides which wrappers are tried on a page.
    pub signature: Signature,
    /// The template, with the fields in it.
    pub template: Template,
    /// How good it is; `None` for wrappers of releases that did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
    /// What of its records is the main content of their pages; `None` where they are what the template gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main_content: Option<MainContent>,
}

/// The paths (labels from the root down) found on the pages of a type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Signature {
    /// Hash of a path, and the share of pages that have it, 0..=1; by rising hash.
    pub paths: Vec<(u64, f32)>,
}

impl WrapperSet {
    /// The wrapper with this name.
    pub fn get(&self, name: &str) -> Option<&Wrapper> {
        self.wrappers.iter().find(|wrapper| wrapper.name == name)
    }

    /// How good the wrappers are together, 0..=1: the mean over the pages that they were induced
    /// from; `None` if nothing is known.
    pub fn quality(&self) -> Option<f32> {
        let known = self.wrappers.iter().filter_map(|wrapper| {
            let quality = wrapper.quality.as_ref()?;
            Some((f64::from(wrapper.pages), f64::from(quality.score)))
        });
        let (pages, sum) =
            known.fold((0.0, 0.0), |(pages, sum), (of, score)| (pages + of, sum + of * score));
        (pages > 0.0).then(|| (sum / pages) as f32)
    }
}
