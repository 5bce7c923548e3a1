//! Replies to comments, in blocks of the comments that they answer.

mod pages;
mod said;

use pages::records;
use said::{says, words};
use serde_json::json;

/// Who wrote a comment.
fn author(k: usize) -> String {
    const NAMES: [&str; 5] = ["Ann", "Bo", "Cy", "Di", "Eli"];
    const FAMILIES: [&str; 7] = ["Lee", "Kim", "Adams", "Moss", "Ross", "Hill", "Dunn"];
    format!("{} {}", NAMES[k % 5], FAMILIES[k * 3 % 7])
}

/// A comment with the replies to it. Some have no place.
fn comment(k: usize, replies: &str) -> String {
    let author = author(k);
    let place = match k % 8 {
        0 => String::new(),
        _ => format!("<span class=place>Port {}</span>", k % 9),
    };
    format!(
        "<div class=comment id=comment-{k}><div class=head><div class=face><span class=round></span></div>\
         <div class=meta><span class=author>{author}</span>{place}<span class=day>{} May 2024</span><span class=likes>{} Likes</span></div></div>\
         <div class=said><div class=text><p>{}</p></div><div class=foot><button class=answer>Reply</button>\
         <button class=flag>Flag</button></div></div><div class=replies>{replies}</div></div>",
        1 + k % 28,
        k % 7,
        words(k, 14)
    )
}

/// The numbers of a page's comments, those with a reply first.
fn numbers(n: usize) -> Vec<usize> {
    (0..1 + n * 5 % 7).map(|at| n * 10 + at).collect()
}

#[test]
fn replies_are_items_where_some_comments_lack_a_part() {
    let page = |n: usize| {
        let numbers = numbers(n);
        // The second comment answers the first on half of the pages.
        let second = numbers.get(1).map(|k| comment(*k, "")).unwrap_or_default();
        let mut all = match n % 2 {
            0 => comment(numbers[0], &second),
            _ => comment(numbers[0], "") + &second,
        };
        all.extend(numbers.iter().skip(2).map(|k| comment(*k, "")));
        format!("<h1>Storm {n}</h1><section class=comments>{all}</section>")
    };
    for (n, record) in records(page).iter().enumerate() {
        let comments = record["comments"].as_array().unwrap_or_else(|| panic!("{record:#}"));
        let numbers = numbers(n);
        assert_eq!(comments.len(), numbers.len(), "{record:#}");
        for (comment, k) in comments.iter().zip(numbers) {
            assert_eq!(comment["author"], json!(author(k)), "{record:#}");
            assert!(says(comment, &words(k, 14)), "{record:#}");
        }
    }
}
