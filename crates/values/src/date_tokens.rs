//! The pieces that a date is written in: numbers, words and marks.

use crate::number::plain_digits;
use sitewrap_lexicon::{Role, is};

/// A piece of a date as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// Digits, as a number and how many they are.
    Number(i64, usize),
    /// Letters; in lower case.
    Word(String),
    /// Anything else but white space.
    Mark(char),
}

/// Cuts a text into its pieces; what only goes with a number (`4th`, `(木)`) is left out.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let text = plain_digits(text);
    let mut tokens = Vec::new();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let length = |holds: &dyn Fn(char) -> bool| {
            rest.char_indices().find(|(_, c)| !holds(*c)).map_or(rest.len(), |(at, _)| at)
        };
        let end = if c.is_ascii_digit() {
            let end = length(&|c| c.is_ascii_digit());
            // More digits than a year has are no part of a date: a number that no rule takes.
            tokens.push(Token::Number(rest[..end].parse().unwrap_or(i64::MAX), end));
            end
        } else if is_counter(c) && matches!(tokens.last(), Some(Token::Number(..))) {
            tokens.push(Token::Word(c.to_string()));
            c.len_utf8()
        } else if is_letter(c) {
            let end = word_end(rest);
            let word = rest[..end].to_lowercase();
            let after_number = matches!(tokens.last(), Some(Token::Number(..)));
            let is_glued = text[..text.len() - rest.len()].ends_with(|c: char| c.is_ascii_digit());
            if !(after_number && is_glued && is(Role::Ordinal, &word)) {
                tokens.push(Token::Word(word));
            }
            end
        } else {
            if !c.is_whitespace() && !matches!(c, '\u{200e}' | '\u{200f}') {
                tokens.push(Token::Mark(c));
            }
            c.len_utf8()
        };
        rest = &rest[end..];
    }
    without_short_weekday(&mut tokens);
    tokens
}

/// Takes out a day of the week as one character in parentheses: `2024年1月4日(木)`.
fn without_short_weekday(tokens: &mut Vec<Token>) {
    let is_short = |tokens: &[Token]| {
        matches!(tokens, [Token::Mark('(' | '（'), Token::Word(word), Token::Mark(')' | '）')]
            if matches!(word.as_str(), "月" | "火" | "水" | "木" | "金" | "土" | "日" | "월" | "화" | "수" | "목" | "금" | "토" | "일"))
    };
    if let Some(at) = tokens.windows(3).position(is_short) {
        tokens.drain(at..at + 3);
    }
}

/// The characters that follow year, month, day, hour, minute and second in Chinese, Japanese and
/// Korean.
fn is_counter(c: char) -> bool {
    matches!(
        c,
        '年' | '月'
            | '日'
            | '号'
            | '時'
            | '时'
            | '点'
            | '點'
            | '分'
            | '秒'
            | '년'
            | '월'
            | '일'
            | '시'
            | '초'
            | '분'
    )
}

fn is_letter(c: char) -> bool {
    // Vowel signs and marks of Indic scripts and Thai, and accents that stand apart.
    c.is_alphabetic()
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{93c}' | '\u{94d}' | '\u{9cd}' | '\u{9bc}' | '\u{e47}'..='\u{e4e}' | '\u{200c}')
}

/// The end of a word: letters, with dots and apostrophes between letters (`a.m.`, `ม.ค.`).
fn word_end(text: &str) -> usize {
    let mut end = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_inner = matches!(c, '.' | '\'' | '’' | '\u{2bc}')
            && chars.peek().is_some_and(|(_, next)| is_letter(*next));
        if !is_letter(c) && !is_inner {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}
