use super::{Comment, CommentPlaces};
use crate::{Content, Evidence, Method};
use sitewrap_tree::Document;

const STORY: &str = "<h1>Storks are back</h1><p>The first storks of the year have come back to the \
    meadows by the river, a week earlier than last spring.</p><p>Volunteers who have counted the nests \
    since March expect more than forty pairs, twice as many as ten years ago.</p>";

fn told(body: &str, url: &str) -> (String, Vec<Comment>) {
    let document = Document::parse(body.as_bytes(), None, Some(url));
    let content = Content::of(&document, url, Method::Best, None);
    (content.text(), content.comments)
}

/// Author, date and text of the comments of a page below the story, which must be its whole content.
fn comments(below: &str) -> Vec<[String; 3]> {
    let page = format!(
        "<nav><a href=/>Home</a></nav><article>{STORY}</article>{below}<footer>© The Gazette</footer>"
    );
    let (text, comments) = told(&page, "https://news.example/storks");
    assert!(text.ends_with("twice as many as ten years ago."), "{text}");
    let part = Option::unwrap_or_default;
    comments.into_iter().map(|it| [part(it.author), part(it.date), it.text]).collect()
}

fn expected(rows: &[[&str; 3]]) -> Vec<[String; 3]> {
    rows.iter().map(|row| row.map(str::to_owned)).collect()
}

#[test]
fn nested_comments_in_a_list_come_apart_without_what_can_be_done_with_them() {
    let below = "<div id=comments class=comments-area><h2>2 thoughts on “Storks are back”</h2><ol class=comment-list>\
        <li id=comment-7 class='comment even thread-even depth-1'><article id=div-comment-7 class=comment-body>\
        <footer><div class='comment-author vcard'><img alt=''><b class=fn>Ines</b> <span>says:</span></div>\
        <a href='#comment-7'><time datetime='2024-03-01T10:00:00+00:00'>March 1, 2024 at 10:00</time></a></footer>\
        <div class=comment-content><p>I saw two of them on the church tower.</p><p>They looked tired.</p></div>\
        <div class=reply><a href='?replytocom=7'>Reply</a></div></article><ul class=children>\
        <li id=comment-8 class='comment odd'><article id=div-comment-8 class=comment-body><footer>\
        <div class='comment-author vcard'><b class=fn>Old Spoon</b></div></footer>\
        <div class=comment-content><p>So did I, on Monday.</p></div></article></li></ul></li></ol>\
        <div id=respond><h3>Leave a Reply</h3><form><p class=comment-form-comment><label>Comment *</label>\
        <textarea></textarea></p></form></div></div>";
    let first = "I saw two of them on the church tower.\n\nThey looked tired.";
    let rows =
        [["Ines", "2024-03-01T10:00:00+00:00", first], ["Old Spoon", "", "So did I, on Monday."]];
    assert_eq!(comments(below), expected(&rows));
}

#[test]
fn comments_are_told_by_their_type_in_rdfa_and_microdata() {
    let rdfa = "<div id=comments class=comment-wrapper><h2>Commentaires</h2>\
        <div class='comment comment-by-node-author' typeof='sioc:Post sioct:Comment'><p><span rel=sioc:has_creator>\
        <span property=foaf:name>Odile R.</span></span></p><p><span property='dc:date dc:created' \
        content='2011-03-31T00:26:00+01:00'>jeu, 31/03/2011</span></p><h3 property=dc:title>Le lavoir</h3>\
        <div property=content:encoded><p>Mon grand-père en parlait souvent.</p></div></div></div>";
    assert_eq!(
        comments(rdfa),
        expected(&[[
            "Odile R.",
            "2011-03-31T00:26:00+01:00",
            "Mon grand-père en parlait souvent."
        ]])
    );
    let microdata = "<div><div itemprop=comment itemscope itemtype='https://schema.org/Comment'>\
        <span itemprop=author itemscope><span itemprop=name>Tim</span></span>\
        <time itemprop=dateCreated datetime=2024-05-06>last week</time>\
        <div itemprop=text>Lovely birds.</div></div></div>";
    assert_eq!(comments(microdata), expected(&[["Tim", "2024-05-06", "Lovely birds."]]));
}

#[test]
fn comments_are_told_by_being_alike_where_none_is_called_one() {
    let flat = "<div id=comments><h4>2 comentários:</h4><dl>\
        <dt class='comment-author blogger-comment-icon'><a href=/p/1>Sônia</a> disse...</dt>\
        <dd class=comment-body><p>Que saudade de um bolo.</p></dd><dd class=comment-footer>19 de setembro de 2009</dd>\
        <dt class='comment-author anon-comment-icon'>Anônimo disse...</dt>\
        <dd class=comment-body><p>Amei a horta.</p></dd><dd class=comment-footer>20 de setembro de 2009</dd></dl></div>";
    let rows = [
        ["Sônia", "19 de setembro de 2009", "Que saudade de um bolo."],
        ["Anônimo", "20 de setembro de 2009", "Amei a horta."],
    ];
    assert_eq!(comments(flat), expected(&rows));
    let headed = "<section><h3>Kommentare (2)</h3><div class=x1><b>Uwe</b> <i>3. Mai 2024</i><p>Schön, dass sie wieder \
        da sind.</p></div><div class=x1><b>Ines</b> <i>4. Mai 2024</i><p>Hier noch nicht.</p></div></section>";
    let rows = [
        ["Uwe", "3. Mai 2024", "Schön, dass sie wieder da sind."],
        ["Ines", "4. Mai 2024", "Hier noch nicht."],
    ];
    assert_eq!(comments(headed), expected(&rows));
}

#[test]
fn forms_counts_and_latest_comments_of_other_pages_are_none() {
    for below in [
        "<div id=comments><h3>Leave a comment</h3><form class=comment-form><p class=comment-form-author><label>Name\
         </label><input></p><p><label>Comment</label><textarea></textarea></p></form></div>",
        "<p class=comment-count><a href=#comments>12 comments</a></p>",
        "<ul class=recent-comments><li class=recentcomments><a href=/u>Tim</a> on <a href=/t>Tea, 3 May 2024</a></li>\
         <li class=recentcomments><a href=/u>Ann</a> on <a href=/t>Cups, 4 May 2024</a></li></ul>",
    ] {
        assert_eq!(comments(below), expected(&[]), "{below}");
    }
}

#[test]
fn posts_of_a_thread_stay_in_the_content() {
    let post = |who: &str, says: &str| {
        format!(
            "<div class=comment id=comment-{who}><b class=author>{who}</b> <time datetime=2024-05-06>May 6</time>\
             <p>{says} The kettle has to be descaled once a month, and the water let stand for a while.</p></div>"
        )
    };
    let posts: String =
        ["Ann", "Ben", "Cid", "Dee"].map(|who| post(who, "I have the same one.")).concat();
    let first = "<h1>My kettle is loud</h1><div class=question><p>Since last week my kettle is loud, and I do not know \
        what I could have done to it. Does anybody here know what to do?</p></div>";
    let thread = format!("<main>{first}{posts}</main>");
    let stated = "<script type='application/ld+json'>{\"@context\":\"https://schema.org\",\"@type\":\"DiscussionForumPosting\",\
        \"headline\":\"My kettle is loud\"}</script>";
    for (page, url) in [
        (format!("{stated}{thread}"), "https://tea.example/17"),
        (thread.clone(), "https://tea.example/threads/17"),
        (thread.clone(), "https://forum.tea.example/17"),
    ] {
        let (text, comments) = told(&page, url);
        assert!(comments.is_empty() && text.contains("once a month"), "{url}: {text}");
    }
    assert_eq!(told(&thread, "https://tea.example/17").1.len(), 4);
}

#[test]
fn comments_stand_where_the_wrapper_of_the_page_knows_some() {
    let url = "https://news.example/storks";
    let below = "<div class=b7><div class=q><b>Ines</b><p>I saw two of them.</p></div>\
        <div class=q><b>Tim</b><p>So did I.</p></div></div>";
    let page = format!("<article>{STORY}</article>{below}");
    let document = Document::parse(page.as_bytes(), None, Some(url));
    let tree = &document.tree;
    let items = tree.nodes().filter(|&node| tree.classes(node).any(|class| class == "q"));
    let places = CommentPlaces(items.map(|node| (node, node)).collect());
    let evidence = Evidence { comments: Some(&places), ..Evidence::default() };
    let content = Content::with(&document, url, Method::Best, &evidence);
    let told: Vec<&str> = content.comments.iter().map(|comment| comment.text.as_str()).collect();
    assert_eq!(told, ["I saw two of them.", "So did I."]);
    assert_eq!(content.comments[1].author.as_deref(), Some("Tim"));
    assert!(!content.text().contains("So did I"));
    assert!(Content::of(&document, url, Method::Best, None).comments.is_empty());
}
