//! Lists that are spread over several pages: which links of a page lead to the others.
//!
//! A link is taken for one if two things agree: what it says (its text is a number, a word for
//! "next" or "previous" in one of many languages, or its `rel`), and where it leads (an address that
//! differs from the page's own in one number only, or has one more: `?page=2`, `/page/2/`,
//! `list-2.html`). Either alone is too little: chapters of a manual say "next", and items have
//! numbers.

use crate::frontier::links::Resolver;
use crate::lists::turn::{Turn, turn_of};
use crate::page::bytes::{is_ascii_without, solid_length};
use crate::page::words::{first_word, words};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use url::Url;

/// Links kept of a page, as they are written.
const CANDIDATES: usize = 64;

/// Bytes of a link's text above which it is no number and no such word.
const LABEL_BYTES: usize = 48;

/// Words of such a text at most.
const LABEL_WORDS: usize = 4;

/// The highest number that a page of a list has.
const HIGHEST: u32 = 100_000;

/// Words for the next page, in lower case: English, German, French, Spanish, Portuguese, Italian,
/// Dutch, Swedish, Danish and Norwegian, Finnish, Polish, Czech, Slovak, Hungarian, Romanian,
/// Turkish, Greek, Russian, Ukrainian, Hebrew, Arabic, Vietnamese, Indonesian, Thai, Chinese,
/// Japanese, Korean; and signs.
const NEXT: &str = "next older weiter vor nächste ältere suivant suivante siguiente anteriores \
    próxima próximo seguinte successiva successivo prossima avanti volgende nästa næste neste \
    seuraava następna dalej další ďalšia ďalej következő următoarea înainte sonraki επόμενη \
    следующая вперёд далее наступна הבא التالي tiếp berikutnya ถัดไป 下一页 下一頁 次 다음 › » → > >>";

/// Words for the previous page, in the same languages.
const PREVIOUS: &str = "previous prev newer zurück vorherige vorige neuere précédent précédente \
    anterior precedente indietro föregående forrige edellinen poprzednia wstecz předchozí \
    predchádzajúca előző anterioară înapoi önceki προηγούμενη предыдущая назад попередня הקודם \
    السابق trước sebelumnya ก่อนหน้า 上一页 上一頁 前 이전 ‹ « ← < <<";

/// Characters of the longest word among them that stands without spaces.
const LONGEST_UNSPACED: usize = 3;

/// What a link says of the page it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Number(u32),
    Next,
    Previous,
}

/// Gathers links that may lead to other pages of a list.
#[derive(Debug, Default)]
pub(crate) struct PagerReader<'a> {
    candidates: Vec<(Label, &'a [u8])>,
    /// The target of a link whose text is still to come.
    open: Option<&'a [u8]>,
    /// The first `rel=prev` and `rel=next` of the page.
    prev: Option<&'a [u8]>,
    next: Option<&'a [u8]>,
}

impl<'a> PagerReader<'a> {
    /// Takes in a link; `label` is its `aria-label` or `title`.
    pub(crate) fn link(&mut self, target: Option<&'a [u8]>, label: Option<&'a [u8]>) {
        self.open = target.filter(|_| self.candidates.len() < CANDIDATES);
        if let Some(label) = label.and_then(label_of) {
            self.close(label);
        }
    }

    /// Takes in that a link is marked `rel=next`, or else `rel=prev`.
    pub(crate) fn related(&mut self, next: bool, target: &'a [u8]) {
        let (place, label) = match next {
            true => (&mut self.next, Label::Next),
            false => (&mut self.prev, Label::Previous),
        };
        place.get_or_insert(target);
        self.candidates.push((label, target));
    }

    /// Takes in a piece of text that is not only white space.
    #[inline]
    pub(crate) fn text(&mut self, text: &'a [u8]) {
        if self.open.is_none() {
            return;
        }
        match label_of(text) {
            Some(label) => self.close(label),
            None => self.open = None,
        }
    }

    fn close(&mut self, label: Label) {
        if let Some(target) = self.open.take() {
            self.candidates.push((label, target));
        }
    }

    /// Resolves what was found; `own` is the page's own address.
    pub(crate) fn finish(self, own: &Url, resolver: &Resolver<'_>) -> Pager {
        let resolve = |target: &[u8]| resolver.resolve(target).filter(|url| url != own);
        let mut pager = Pager {
            prev: self.prev.and_then(resolve),
            next: self.next.and_then(resolve),
            ..Pager::default()
        };
        for (label, target) in self.candidates {
            let Some(url) = resolver.resolve(target) else { continue };
            if url == *own {
                if let Label::Number(number) = label {
                    pager.own_number.get_or_insert(number);
                }
                continue;
            }
            let Some(turn) = turn_of(own, &url) else { continue };
            match label {
                Label::Number(number) if turn.fits(number) => pager.add(number, url, turn),
                Label::Next if turn.from < turn.to => {
                    pager.follows.get_or_insert((url, turn.begins));
                }
                Label::Number(_) | Label::Next | Label::Previous => {}
            }
        }
        // The first page of a list is the list itself: the days of a month and the chapters of a
        // book have numbers too.
        if pager.items {
            pager.pages.clear();
        }
        pager
    }
}

/// The other pages of a list that a page leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pager {
    /// What the page itself names as the one before and after it, whatever their addresses.
    pub(crate) prev: Option<Url>,
    pub(crate) next: Option<Url>,
    /// Pages of the list, by number.
    pub(crate) pages: Vec<(u32, Url)>,
    /// The page after it, and whether the addresses alone say that both are of one list; if not,
    /// they may be chapters or items just as well.
    pub(crate) follows: Option<(Url, bool)>,
    /// Its own number, where that is known.
    pub(crate) own_number: Option<u32>,
    /// There is a page with the number 1 below it, as there is in lists of numbered items.
    items: bool,
}

impl Pager {
    /// Whether the page is the first one of a list, by the address of the page after it.
    pub(crate) fn begins(&self) -> bool {
        self.follows.as_ref().is_some_and(|(_, begins)| *begins)
    }

    fn add(&mut self, number: u32, url: Url, turn: Turn) {
        self.items |= number == 1 && turn.adds;
        if turn.to == u64::from(number) && turn.from > 0 {
            self.own_number = self.own_number.or(u32::try_from(turn.from).ok());
        }
        if self.pages.iter().all(|(known, _)| *known != number) {
            self.pages.push((number, url));
        }
    }
}

/// What a link's text says, if it is a number or a word for the next or previous page.
fn label_of(text: &[u8]) -> Option<Label> {
    let text = text.trim_ascii();
    if text.is_empty() || text.len() > LABEL_BYTES {
        return None;
    }
    // Nearly all links say something else: no allocation for those.
    if is_ascii_without(text, b'&') {
        return label_of_words(bare(text));
    }
    let words = text.split(|byte| *byte <= b' ').filter(|word| !word.is_empty());
    if words.enumerate().any(|(n, word)| n == LABEL_WORDS || word == b"&amp;") {
        return None;
    }
    let text = String::from_utf8_lossy(text);
    let text = sitewrap_tree::decode_entities(&text).to_lowercase();
    let signs = |c| is_sign(c) || c.is_whitespace();
    let said = text.trim_matches(signs);
    let said = if said.is_empty() { text.trim().trim_end_matches('.') } else { said };
    label_of_words(said.as_bytes()).or_else(|| begin_of(said))
}

/// A text of ASCII without the signs around it; if there is nothing else, the text.
fn bare(text: &[u8]) -> &[u8] {
    let word = |byte: &u8| !matches!(byte, b'<' | b'>' | b'.') && !byte.is_ascii_whitespace();
    match (text.iter().position(word), text.iter().rposition(word)) {
        (Some(first), Some(last)) => &text[first..=last],
        _ => text,
    }
}

/// Whether a character is one of the signs that stand beside the words (`Next »`), and alone.
fn is_sign(c: char) -> bool {
    matches!(c, '<' | '>' | '.' | '›' | '»' | '→' | '‹' | '«' | '←' | '…')
}

/// What a text says if it is one of the words, alone or with up to three other words (`next page`,
/// `older posts`, `go to next page`), or ends with a number (`Page 3`, `Go to page 3`). Capitals
/// beyond ASCII must be small.
fn label_of_words(text: &[u8]) -> Option<Label> {
    let mut said = None;
    let beginnings = &*BEGINNINGS;
    let (mut count, mut rest) = (0, text);
    loop {
        while let [..=b' ', after @ ..] = rest {
            rest = after;
        }
        if rest.is_empty() {
            break;
        }
        if count == LABEL_WORDS {
            said = None;
            break;
        }
        count += 1;
        let word;
        (word, rest) = rest.split_at(solid_length(rest));
        // Nearly all words are none of those known by their first bytes and lengths.
        if beginnings[usize::from(word[0])] >> (word.len() % 64) & 1 == 0 {
            continue;
        }
        // What leads on counts where both stand in one text.
        let hash = first_word(word).map(|word| word.hash);
        said = match (said, hash.and_then(|hash| LABELS.get(&hash))) {
            (None | Some(Label::Previous), Some(&label)) => Some(label),
            _ => said,
        };
    }
    said.or_else(|| {
        text.last().filter(|byte| byte.is_ascii_digit())?;
        let last = text.rsplit(u8::is_ascii_whitespace).next()?;
        let number = str::from_utf8(last).ok()?.parse::<u32>().ok()?;
        (1..=HIGHEST).contains(&number).then_some(Label::Number(number))
    })
}

/// What a text says by its first word in a script without spaces, which may go on (`次へ`,
/// `次のページ`).
fn begin_of(text: &str) -> Option<Label> {
    let begin = |end| text.get(..end).filter(|begin| begin.chars().all(is_unspaced));
    let ends = text.char_indices().skip(1).take(LONGEST_UNSPACED).map(|(end, _)| end);
    ends.filter_map(begin).find_map(|begin| label_of_words(begin.as_bytes()))
}

/// Whether a character is of a script whose words stand without spaces: those from the CJK radicals
/// on.
fn is_unspaced(c: char) -> bool {
    c >= '\u{2e80}'
}

/// The words by their hashes, with what they say.
static LABELS: LazyLock<FxHashMap<u64, Label>> = LazyLock::new(|| {
    let previous = words(PREVIOUS.as_bytes()).map(|word| (word.hash, Label::Previous));
    previous.chain(words(NEXT.as_bytes()).map(|word| (word.hash, Label::Next))).collect()
});

/// For each byte that a word may begin with, small or capital, the lengths of the words that do: most
/// words need not be looked up.
static BEGINNINGS: LazyLock<[u64; 256]> = LazyLock::new(|| {
    let mut beginnings = [0; 256];
    for word in words(PREVIOUS.as_bytes()).chain(words(NEXT.as_bytes())) {
        let [first, ..] = word.bytes else { continue };
        for first in [first.to_ascii_lowercase(), first.to_ascii_uppercase()] {
            beginnings[usize::from(first)] |= 1 << (word.bytes.len() % 64);
        }
    }
    beginnings
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::links::LinkBook;
    use crate::page::findings::{ReadLimits, Reading, findings};

    fn pager(own: &str, body: &str) -> Pager {
        let url = Url::parse("http://example.com").unwrap().join(own).unwrap();
        let limits =
            ReadLimits { links: 100, style_sheets: 0, url_length: 200, reading: Reading::Brief };
        findings(body.as_bytes(), None, &[], &url, limits, &LinkBook::default()).pager
    }

    fn numbers(pager: &Pager) -> Vec<u32> {
        pager.pages.iter().map(|(number, _)| *number).collect()
    }

    fn path(url: &Url) -> &str {
        &url[url::Position::BeforePath..]
    }

    #[test]
    fn numbered_links_lead_to_pages_whose_address_has_the_number() {
        for (own, links, expected) in [
            (
                "/c/",
                "<b>1</b><a href='?page=2'>2</a><a href='?page=3'><span> 3 </span></a>",
                vec![2, 3],
            ),
            ("/c/?p=3", "<a href='/c/'>1</a><a href='?p=2'>2</a><b>3</b>", vec![1, 2]),
            (
                "/f?f=7",
                "<a href='?f=7&amp;start=25'>2</a><a href='?f=7&start=50'>3</a>",
                vec![2, 3],
            ),
            (
                "/blog/",
                "<a href='page/2/'>2</a><a href='page/3/' aria-label='Page 3'></a>",
                vec![2, 3],
            ),
            ("/blog/page/2/", "<a href='/blog/'>1</a><a href='/blog/page/3/'>3</a>", vec![1, 3]),
            ("/all.html", "<a href='all-2.html'>2</a><a href='all-3.html'>3</a>", vec![2, 3]),
            ("/list/", "<a href='p2'>2</a><a href='/other/2'>2</a><a href='x?id=4'>4</a>", vec![2]),
            // Items, days and stars have numbers too.
            ("/2026/11/", "<a href='1/'>1</a><a href='2/'>2</a><a href='3/'>3</a>", vec![]),
            ("/shop/", "<a href='/p/17'>17</a><a href='?stars=4'>all 4 stars and up</a>", vec![]),
            ("/shop/", "<a href='?id=77'>5</a>", vec![]),
        ] {
            assert_eq!(numbers(&pager(own, links)), expected, "{own} {links}");
        }
        let seventh = pager("/c/?page=7", "<a href='/c/'>1</a><a href='?page=6'>6</a>");
        assert_eq!(seventh.own_number, Some(7));
    }

    #[test]
    fn the_next_page_is_told_by_words_of_many_languages_signs_and_rel() {
        for label in [
            "Next",
            "next page",
            "Next &raquo;",
            "Older posts",
            "Weiter",
            "Nächste Seite",
            "Suivant ›",
            "Página siguiente",
            "Próxima",
            "Successivo",
            "Volgende",
            "次のページ",
            "下一页",
            "Далее",
            "&gt;",
            "»",
            "→",
        ] {
            let found = pager("/c/", &format!("<a class=x href='?page=2'>{label}</a>"));
            let (url, begins) = found.follows.unwrap_or_else(|| panic!("{label}"));
            assert_eq!((path(&url), begins), ("/c/?page=2", true), "{label}");
        }
        let found = pager("/c/", "<a href='?page=2' aria-label='Go to next page'><svg></svg></a>");
        assert_eq!(found.follows.as_ref().map(|(url, _)| path(url)), Some("/c/?page=2"));
        for body in [
            "<a href='/other'>Next</a>",
            "<a href='?page=2'>The next generation of lamps is here</a>",
            "<a href='?page=0'>Previous</a>",
        ] {
            assert_eq!(
                pager("/c/?page=1", body).follows.filter(|(url, _)| url.path() != "/c/"),
                None
            );
        }
    }

    #[test]
    fn chapters_that_follow_each_other_are_no_list() {
        let body = "<link rel=next href=ch3.html><link rel=prev href=ch1.html>";
        let found = pager("/book/ch2.html", body);
        assert_eq!(found.next.as_ref().map(path), Some("/book/ch3.html"));
        assert_eq!(found.prev.as_ref().map(path), Some("/book/ch1.html"));
        assert!(!found.begins() && found.pages.is_empty());
    }
}
