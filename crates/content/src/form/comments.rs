//! Comments written out below the content.

use super::markdown::plain;
use crate::comments::Comment;
use std::fmt::Write as _;

/// What stands above comments.
const HEADING: &str = "Comments";

/// Comments as text: a heading, and for each a line with who wrote it and when above what it says. Empty
/// if there are none.
pub(crate) fn text(comments: &[Comment]) -> String {
    let mut text = String::new();
    for comment in comments {
        start(&mut text, HEADING);
        let signed = signed(comment, str::to_owned, str::to_owned);
        let _ = write!(text, "\n\n{signed}");
        text.push_str(if signed.is_empty() { "" } else { "\n" });
        text.push_str(&comment.text);
    }
    text
}

/// As [`text`], as Markdown.
pub(crate) fn markdown(comments: &[Comment]) -> String {
    let mut text = String::new();
    for comment in comments {
        start(&mut text, "## Comments");
        let signed = signed(comment, |author| format!("**{}**", plain(author)), plain);
        let said = lines(&comment.text).map(plain);
        for paragraph in Some(signed).filter(|signed| !signed.is_empty()).into_iter().chain(said) {
            let _ = write!(text, "\n\n{paragraph}");
        }
    }
    text
}

/// As [`text`], as HTML that is safe to show.
pub(crate) fn html(comments: &[Comment]) -> String {
    let mut html = String::new();
    for comment in comments {
        start(&mut html, "<h2>Comments</h2>");
        let author = |author: &str| format!("<b>{}</b>", escaped(author));
        let signed = signed(comment, author, |date| format!("<time>{}</time>", escaped(date)));
        html.push_str("\n<article>");
        if !signed.is_empty() {
            let _ = write!(html, "<p>{signed}</p>");
        }
        for line in lines(&comment.text) {
            let _ = write!(html, "<p>{}</p>", escaped(line));
        }
        html.push_str("</article>");
    }
    html
}

/// Writes the heading before the first comment.
fn start(text: &mut String, heading: &str) {
    if text.is_empty() {
        text.push_str(heading);
    }
}

/// Who wrote a comment and when, as far as that is known.
fn signed(
    comment: &Comment,
    author: impl Fn(&str) -> String,
    date: impl Fn(&str) -> String,
) -> String {
    let parts = [comment.author.as_deref().map(author), comment.date.as_deref().map(date)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{html, markdown, text};
    use crate::comments::Comment;

    fn two() -> Vec<Comment> {
        let first = Comment {
            author: Some("Ines".to_owned()),
            date: Some("2024-03-01".to_owned()),
            text: "1. <b>Lovely</b> & *warm*\n\n- so is mine".to_owned(),
        };
        vec![first, Comment { text: "Mine not.".to_owned(), ..Comment::default() }]
    }

    #[test]
    fn comments_are_written_in_each_form() {
        assert_eq!(
            text(&two()),
            "Comments\n\nInes, 2024-03-01\n1. <b>Lovely</b> & *warm*\n\n- so is mine\n\nMine not."
        );
        assert_eq!(
            markdown(&two()),
            "## Comments\n\n**Ines**, 2024-03-01\n\n1\\. \\<b\\>Lovely\\</b\\> & \\*warm\\*\n\n\\- so is mine\n\nMine not."
        );
        assert_eq!(
            html(&two()),
            "<h2>Comments</h2>\n<article><p><b>Ines</b>, <time>2024-03-01</time></p>\
             <p>1. &lt;b&gt;Lovely&lt;/b&gt; &amp; *warm*</p><p>- so is mine</p></article>\n\
             <article><p>Mine not.</p></article>"
        );
        assert_eq!([text(&[]), markdown(&[]), html(&[])], ["", "", ""]);
    }
}
