//! Elements that only part others: the `|` in a line of facts about a post, in an element of its own.

use crate::corpus::Corpus;
use crate::level::alternatives::own_words;
use crate::level::kinds::{Children, Member};
use crate::text::pattern::is_sign;
use rustc_hash::FxHashMap;

/// Makes members of kinds that hold nothing but signs kinds of their own, where their class words tell them from
/// the other members. What stands for a value that is not there (`–`) is dressed as the value.
pub(crate) fn split_separators(corpus: &Corpus<'_>, children: &mut Children) {
    for kind in 0..children.count {
        let members: Vec<Member> = children.members(kind).collect();
        let Some((_, first)) = members.first().copied() else { continue };
        if !children.is_many(kind) || corpus.tag(first) == "#text" {
            continue;
        }
        let words: Vec<Vec<u64>> =
            members.iter().map(|(_, member)| own_words(corpus, *member)).collect();
        let mut part: FxHashMap<&[u64], bool> = FxHashMap::default();
        for ((_, member), words) in members.iter().zip(&words) {
            let text = corpus.line(*member);
            let parts = !text.is_empty() && text.chars().all(is_sign);
            part.entry(words).and_modify(|all| *all &= parts).or_insert(parts);
        }
        if part.values().any(|parts| *parts) && part.values().any(|parts| !parts) {
            let parts: Vec<usize> = words.iter().map(|words| part[&words[..]].into()).collect();
            children.split(kind, &parts);
        }
    }
}
