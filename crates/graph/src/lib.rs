//! The pages of a site and their links as a graph.
//!
//! Which pages matter, and how do they hang together? [`GraphBuilder`] makes a [`SiteGraph`] from
//! what pages say of where they lead: nodes are stored pages and known addresses, edges are links
//! with their text, what the page says of them, and the block of the template in which they stand.
//!
//! - Ranks: [`page_rank`], [`hits`], [`site_rank`] and [`block_rank`], all of them power iterations
//!   over compressed sparse [`Rows`]; [`Measures`] has them all. They tell how they [converged](Convergence).
//! - Structure: [`components`], [`depths`], [`chains`]; [`Findings`] has what is amiss, [`TypeGraph`]
//!   the plan of the site by page types.
//! - The same for other programs: [`to_dot`], [`write_graphml`], [`to_html`].
//!
//! What never happens here: I/O, recursion along links, a sum of floats whose order depends on
//! threads.

mod adjacency;
mod block_rank;
mod builder;
mod export;
mod findings;
mod hits;
mod measures;
mod page_rank;
mod power;
mod rows;
mod sections;
mod site;
mod site_rank;
mod structure;
mod type_graph;

pub use adjacency::Adjacency;
pub use block_rank::{BlockLinks, BlockRank, block_rank};
pub use builder::{FoundBlock, FoundLink, GraphBuilder, PageLinks};
pub use export::{to_dot, to_html, write_graphml};
pub use findings::{BrokenLinks, Findings};
pub use hits::{Hits, hits};
pub use measures::{Measures, PageMeasures};
pub use page_rank::page_rank;
pub use power::{Convergence, Rank, RankParams};
pub use rows::{NodeId, Rows};
pub use sections::Sections;
pub use site::{Block, BlockKind, Edge, EdgeKind, Node, SiteGraph, Standing};
pub use site_rank::{SiteRank, site_rank};
pub use structure::{chains, components, depths};
pub use type_graph::{Group, TypeGraph, TypeLink, TypeNode};
