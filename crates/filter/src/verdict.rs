//! What is said of a text.

/// What a filter says of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// How much speaks against the text, in the measure of its filter.
    pub score: f64,
    /// The score from which a text is unwanted.
    pub threshold: f64,
    /// What the score is made of, the heaviest first, at most [`Verdict::REASONS`].
    pub reasons: Vec<Reason>,
}

/// A term, or terms together, that a text has.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The terms, as the filter has them; several of a combination joined by ` + `.
    pub terms: String,
    /// How often they stand in the text.
    pub count: usize,
    /// What they add to the score; below 0 what speaks for the text.
    pub weight: f64,
}

impl Verdict {
    /// Most reasons that are told.
    pub const REASONS: usize = 10;

    /// Whether the text is unwanted: never without a reason.
    pub fn is_unwanted(&self) -> bool {
        self.score >= self.threshold && !self.reasons.is_empty()
    }

    /// A verdict by all its reasons; the score is their sum and `base`.
    pub(crate) fn of(mut reasons: Vec<Reason>, base: f64, threshold: f64) -> Self {
        let score = base + reasons.iter().map(|reason| reason.weight).sum::<f64>();
        let heaviest = |a: &Reason, b: &Reason| {
            b.weight.abs().total_cmp(&a.weight.abs()).then_with(|| a.terms.cmp(&b.terms))
        };
        reasons.sort_by(heaviest);
        reasons.truncate(Self::REASONS);
        Self { score, threshold, reasons }
    }
}
