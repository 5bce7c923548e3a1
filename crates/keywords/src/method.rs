//! Which way keywords are found.

/// A way to find keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// What was found to be best: phrases by their form, place and frequency, and by what the site says
    /// elsewhere.
    #[default]
    Best,
    /// Words by their place in the network of words \[REN08\].
    Network(Centrality),
}

/// What makes a word central in the network of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Centrality {
    /// The mean of degree, closeness and betweenness, each as a share of the highest.
    #[default]
    Mean,
    /// The number of its neighbours.
    Degree,
    /// The weights of its edges: how often it stands beside others.
    Strength,
    /// How near all other words are.
    Closeness,
    /// On how many shortest paths between other words it lies.
    Betweenness,
}

impl Method {
    /// The name that the command line has for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Network(_) => "network",
        }
    }
}
