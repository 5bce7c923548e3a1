//! Which words are central in the network of a text's words? The method `network` \[REN08\].
//!
//! Words are nodes; those that stand near each other in a sentence are joined, the more often the
//! stronger. A word through which much of the network hangs together is a keyword.

use crate::Keyword;
use crate::centrality::Network;
use crate::grade::Grade;
use crate::method::Centrality;
use crate::reading::{Gap, Reading, Token};
use rustc_hash::FxHashMap;
use sitewrap_words::is_dense;

/// How far apart, in words that count, those that are joined may stand.
const WINDOW: usize = 3;

/// Weight of a word that the title has.
const TITLE: f64 = 1.5;

/// Most words of a network, the most frequent ones: walks take more than their square.
const MAX_NODES: usize = 600;

/// A word of the network.
struct Node {
    stem: u32,
    count: u32,
    /// Where it stands first.
    first: Token,
}

/// The most central words of a text, at most `most`.
pub(crate) fn central(reading: &Reading<'_>, by: Centrality, most: usize) -> Vec<Keyword> {
    let nodes = nodes(reading);
    let network = network(reading, &nodes);
    let scores = scores(&network, by);
    let titled = |node: &Node| if reading.in_title[node.stem as usize] { TITLE } else { 1.0 };
    let mut ranked: Vec<(f64, &Node)> =
        scores.into_iter().zip(&nodes).map(|(score, node)| (score * titled(node), node)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.first.at.cmp(&b.1.first.at)));
    ranked
        .into_iter()
        .take(most)
        .map(|(score, node)| Keyword {
            text: reading.span(node.first, node.first),
            score: score as f32,
        })
        .collect()
}

/// Whether a word is a node: one that says something.
fn counts(reading: &Reading<'_>, token: Token) -> bool {
    let text = reading.text.get(token.at as usize..token.end as usize).unwrap_or_default();
    let is_sign = text.chars().nth(1).is_none() && text.contains(is_dense);
    token.grade != Grade::Break && !is_sign
}

/// The most frequent words, in the order of the text.
fn nodes(reading: &Reading<'_>) -> Vec<Node> {
    let mut numbers: FxHashMap<u32, usize> = FxHashMap::default();
    let mut nodes: Vec<Node> = Vec::new();
    for &token in reading.tokens.iter().filter(|token| counts(reading, **token)) {
        let number = *numbers.entry(token.stem).or_insert(nodes.len());
        match nodes.get_mut(number) {
            Some(node) => node.count += 1,
            None => nodes.push(Node { stem: token.stem, count: 1, first: token }),
        }
    }
    nodes.sort_by_key(|node| (u32::MAX - node.count, node.first.at));
    nodes.truncate(MAX_NODES);
    nodes.sort_by_key(|node| node.first.at);
    nodes
}

/// The words joined with those that follow within the window in their sentence.
fn network(reading: &Reading<'_>, nodes: &[Node]) -> Network {
    let numbers: FxHashMap<u32, u32> =
        nodes.iter().enumerate().map(|(number, node)| (node.stem, number as u32)).collect();
    let mut weights: FxHashMap<(u32, u32), f64> = FxHashMap::default();
    let mut window: Vec<u32> = Vec::new();
    for &token in &reading.tokens {
        if token.gap == Gap::Sentence {
            window.clear();
        }
        let Some(&number) = numbers.get(&token.stem).filter(|_| counts(reading, token)) else {
            continue;
        };
        for &before in window.iter().rev().take(WINDOW).filter(|before| **before != number) {
            let pair = (before.min(number), before.max(number));
            *weights.entry(pair).or_default() += 1.0;
        }
        window.push(number);
    }
    let mut pairs: Vec<((u32, u32), f64)> = weights.into_iter().collect();
    pairs.sort_unstable_by_key(|(pair, _)| *pair);
    let mut network = Network::new(nodes.len());
    for ((a, b), weight) in pairs {
        network.edges[a as usize].push((b, weight));
        network.edges[b as usize].push((a, weight));
    }
    network
}

fn scores(network: &Network, by: Centrality) -> Vec<f64> {
    let each = |of: fn(&Network, usize) -> f64| -> Vec<f64> {
        (0..network.edges.len()).map(|node| of(network, node)).collect()
    };
    match by {
        Centrality::Degree => each(Network::degree),
        Centrality::Strength => each(Network::strength),
        Centrality::Closeness => network.centralities().closeness,
        Centrality::Betweenness => network.centralities().betweenness,
        Centrality::Mean => {
            let walked = network.centralities();
            let all = [each(Network::degree), walked.closeness, walked.betweenness].map(shares);
            (0..network.edges.len()).map(|node| all.iter().map(|of| of[node]).sum()).collect()
        }
    }
}

/// Numbers as shares of the highest.
fn shares(mut numbers: Vec<f64>) -> Vec<f64> {
    let highest = numbers.iter().copied().fold(0.0, f64::max);
    if highest > 0.0 {
        numbers.iter_mut().for_each(|number| *number /= highest);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    const BODY: &str = "Oil lanterns burn. Lanterns need wicks; a lantern without wicks smokes. \
        Barrels of oil stand near the lantern. Carts bring barrels.";

    fn words(by: Centrality, title: Option<&str>) -> Vec<String> {
        let reading = Reading::of(&Text { title, body: BODY, lang: Some("en") });
        central(&reading, by, 4).into_iter().map(|keyword| keyword.text).collect()
    }

    #[test]
    fn the_word_that_holds_the_network_together_comes_first() {
        use Centrality::{Betweenness, Closeness, Degree, Mean, Strength};
        for by in [Mean, Degree, Strength, Closeness, Betweenness] {
            assert_eq!(words(by, None)[0], "lanterns", "{by:?}");
        }
    }

    #[test]
    fn words_of_the_title_weigh_more() {
        let place =
            |title| words(Centrality::Degree, title).iter().position(|word| word == "wicks");
        assert!(place(Some("On wicks")) < place(None) || place(None).is_none());
        assert_eq!(words(Centrality::Degree, Some("On wicks and smoke")).len(), 4);
    }

    #[test]
    fn a_sentence_ends_the_window() {
        let text = Text { body: "oil lantern. barrel cart", lang: Some("en"), ..Text::default() };
        let reading = Reading::of(&text);
        let nodes = nodes(&reading);
        let network = network(&reading, &nodes);
        assert_eq!(network.edges.iter().map(Vec::len).sum::<usize>(), 4);
    }
}
