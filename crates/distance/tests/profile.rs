//! Profiles of generated sites.

use proptest::prelude::*;
use sitewrap_distance::profile::{Outline, Parameters, Profiles, Weighting};
use sitewrap_model::SimilarityMatrix;
use sitewrap_tree::Document;

/// A page of a shop: its kind, how many items its list has, and which options it shows.
fn page(kind: usize, items: usize, options: usize) -> Outline {
    let kind = ["book", "author", "list"][kind];
    let mut html = format!("<html class=shop><body class='page page-{kind} id-{items}'><header>");
    html += "<nav class=menu><ul><li><a>One</a><li><a>Two</a></ul></nav></header>";
    html += &format!("<main><div class={kind}><h1>Title</h1><ul class=list>");
    for item in 0..items {
        html += &format!("<li class='item item-{item}'><div class=name>x</div>");
        html += if item % 2 == 0 { "<div class=sale>y</div></li>" } else { "</li>" };
    }
    html += "</ul></div>";
    for option in (0..3).filter(|option| options >> option & 1 == 1) {
        html += &format!("<div class=option{option}><div class=inner>z</div></div>");
    }
    html += &"<p>Some <b>text</b>.".repeat(items + 1);
    Outline::of(&Document::parse(html.as_bytes(), None, None))
}

fn pages() -> impl Strategy<Value = Vec<Outline>> {
    let of_shop = prop::collection::vec((0usize..3, 0usize..6, 0usize..8), 1..20).prop_map(|p| {
        p.into_iter().map(|(kind, items, options)| page(kind, items, options)).collect()
    });
    // Pages with hardly a class word: what one page bears as a class or id is text on another.
    let form = prop::sample::select(vec!["class", "id", "p", "b"]);
    let part = (form, prop::char::range('a', 'p'));
    let bare = prop::collection::vec(prop::collection::vec(part, 0..30), 1..12)
        .prop_map(|pages| pages.iter().map(|parts| bare_page(parts)).collect());
    prop_oneof![of_shop, bare]
}

/// A page of an old site: parts that bear a word as an attribute or say it, and plain text.
fn bare_page(parts: &[(&str, char)]) -> Outline {
    let part = |&(form, word): &(&str, char)| match form {
        "class" | "id" => format!("<p {form}=tag-{word}>x</p>"),
        _ => format!("<{form}>tag-{word}</{form}>"),
    };
    let parts: String = parts.iter().map(part).collect();
    let plain = "<div><p>Some text.</p></div>".repeat(300);
    Outline::of(&Document::parse(format!("<body>{parts}{plain}").as_bytes(), None, None))
}

#[test]
fn the_length_of_lists_and_texts_does_not_count() {
    let outlines: Vec<Outline> = (0..10).map(|n| page(n % 2, 2 + 5 * (n / 2), 0)).collect();
    let matrix = Profiles::build(&outlines).similarity_matrix(&Weighting::TEMPLATES);
    assert_eq!(matrix.get(0, 8), 1.0);
    assert!(matrix.get(0, 1) < 0.5, "{}", matrix.get(0, 1));
}

#[test]
fn paths_that_set_kinds_apart_are_named() {
    let outlines: Vec<Outline> = (0..8).map(|n| page(n % 2, 3, 0)).collect();
    let profiles = Profiles::build(&outlines);
    let found = profiles.distinctive(&[0, 2, 4, 6], &[1, 3, 5, 7], 9);
    assert!(found.iter().any(|mark| mark.path.ends_with("main > div.book")), "{found:?}");
    assert!(found.iter().all(|mark| mark.here > mark.there && !mark.path.contains("author")));
    assert!(!found.iter().any(|mark| mark.path.contains("book > ")));
}

#[test]
fn an_id_that_names_an_item_does_not_hide_what_kind_it_is() {
    let page = |id: &str| {
        let html = format!("<main><section id='{id}' class=note><div class=body></div></section>");
        Outline::of(&Document::parse(html.as_bytes(), None, None))
    };
    // Numbers of any depth, a family of many names, and no id at all.
    let ids = ["n-1", "n-1.2.3", "at-a", "at-b", "at-c", "at-d", "at-e", "at-f", "at-g", ""];
    let outlines: Vec<Outline> = ids.iter().flat_map(|id| [page(id), page(id)]).collect();
    let profiles = Profiles::build(&outlines);
    let everywhere = |path: &str| {
        (0..profiles.len())
            .all(|page| profiles.paths(page).iter().any(|&at| profiles.describe(at) == path))
    };
    assert!(everywhere("html > body > main > section.note > div.body"));
}

/// The similarities of pages with these bodies, in the weights that tell kinds apart.
fn similarities(pages: usize, body: impl Fn(usize) -> String) -> SimilarityMatrix {
    let outline = |page| Outline::of(&Document::parse(body(page).as_bytes(), None, None));
    let outlines: Vec<Outline> = (0..pages).map(outline).collect();
    Profiles::build(&outlines).similarity_matrix(&Weighting::TEMPLATES)
}

#[test]
fn hashed_class_words_tell_kinds_apart() {
    // Ten kinds by turns; all class words of the site begin alike.
    let body = |page: usize| {
        let kind = char::from(b'k' + (page % 10) as u8);
        let part = |part| format!("<section class=css-{kind}{part}><h2>x</h2></section>");
        let parts: String = "abcd".chars().map(part).collect();
        format!("<body><div class=css-all><main class=css-main>{parts}")
    };
    assert!(similarities(40, body).get(0, 1) < 0.1);
}

#[test]
fn class_words_that_name_items_do_not_tell_kinds_apart() {
    // Twenty tags, each on two pages.
    let body = |page: usize| {
        let tag = char::from(b'a' + (page / 2) as u8);
        format!("<body><div class=all><main class=post><div class=tag-{tag}><h2>x</h2></div>")
    };
    assert_eq!(similarities(40, body).get(0, 2), 1.0);
}

#[test]
fn a_word_on_the_body_counts_as_far_as_the_pages_bear_it_out() {
    // Two kinds by turns, and two colours for either.
    let body = |page: usize| {
        let (kind, colour) = (["book", "list"][page % 2], ["dark", "light"][page / 2 % 2]);
        let part = |part| format!("<div class={kind}{part}></div>");
        let parts: String = "abcd".chars().map(part).collect();
        format!("<body class='page {kind} {colour}'><main>{parts}")
    };
    let similarities = similarities(40, body);
    assert!(similarities.get(0, 2) > 0.7 && similarities.get(0, 1) < 0.1, "{similarities:?}");
}

#[test]
fn what_a_body_is_called_tells_its_kind_however_many_kinds_there_are() {
    // Ten kinds by turns that differ in little else; four sections and an id for each page.
    let body = |page: usize| {
        let letter = |number: usize| char::from(b'k' + number as u8);
        let (kind, section) = (letter(page % 10), letter(page / 10));
        let words = format!("path-{kind} page section-{section}{kind}");
        format!("<body id=name-{section} class='{words}'><main><h2 class={kind}>x</h2><p class=y>")
    };
    let similarities = similarities(40, body);
    assert!(similarities.get(0, 10) > 0.8 && similarities.get(0, 1) < 0.2, "{similarities:?}");
}

#[test]
fn the_frame_of_pages_without_a_word_on_body_does_not_make_them_alike() {
    // Every other page is called news; the others are of two kinds that say little beside the frame of all.
    let frame: String =
        ('a'..='p').map(|part| format!("<div class=frame-of-{part}></div>")).collect();
    let body = |page: usize| {
        let (word, kind) =
            [(" class=news", "article"), ("", "list"), (" class=news", "article"), ("", "text")]
                [page % 4];
        let parts: String = "xyz".chars().map(|part| format!("<p class={kind}{part}>")).collect();
        format!(
            "<body{word}><div class=top>{}</div><main>{parts}",
            frame.replace("frame-of-", "frame")
        )
    };
    let similarities = similarities(40, body);
    assert!(similarities.get(1, 3) < 0.5 && similarities.get(1, 5) > 0.9, "{similarities:?}");
}

#[test]
fn occurrences_count_the_pages_of_each_side() {
    let outlines: Vec<Outline> = (0..8).map(|n| page(n % 2, 3, usize::from(n < 3))).collect();
    let profiles = Profiles::build(&outlines);
    let found = profiles.features(&[0, 2, 4], &[1, 3], &Weighting::PART);
    assert!(found.iter().any(|path| (path.left, path.right) == (3, 2)));
    assert!(found.iter().any(|path| (path.left, path.right) == (2, 1)));
    assert!(found.iter().all(|path| path.weight > 0 && path.left + path.right >= 2));
}

#[test]
fn outlines_of_one_kind_have_one_signature() {
    assert_eq!(
        page(0, 2, 0).signature(&Parameters::default()),
        page(0, 9, 0).signature(&Parameters::default())
    );
    assert_ne!(
        page(0, 2, 0).signature(&Parameters::default()),
        page(0, 2, 1).signature(&Parameters::default())
    );
}

#[test]
fn what_no_page_of_a_kind_has_makes_a_page_strange_there() {
    let books: Vec<Outline> = (0..8).map(|n| page(0, n, n % 4)).collect();
    let profiles = Profiles::build(&books);
    let cohesion = profiles.cohesion(&(0..8).collect::<Vec<_>>(), &Weighting::PART);
    let like = |html: &str| {
        let outline = Outline::of(&Document::parse(html.as_bytes(), None, None));
        cohesion.similarity(&profiles.place(&outline))
    };
    let book = cohesion.similarity(&profiles.place(&page(0, 30, 2)));
    assert!(book > 0.9 && cohesion.within() > 0.85, "{book} {}", cohesion.within());
    let shared = "<html class=shop><body class=page><header><nav class=menu><ul><li><a>One</a></ul>\
                  </nav></header><main>";
    let new = format!("{shared}<form class=f><div class=a><div class=b><div class=c><div class=d>");
    assert!(like(&new) < like(shared), "what is new counts, not only what is missing");
    assert!(like(shared) < book - 0.2);
    // Words that differ from page to page are no paths, known or not.
    let twice = format!("{shared}<div class=x1y></div><div class=z2></div>");
    let once = format!("{shared}<div class=x1y></div>");
    assert_eq!(like(&twice), like(&once));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn similarities_are_symmetric_bounded_and_one_for_the_same_page(outlines in pages()) {
        let profiles = Profiles::build(&outlines);
        for weighting in [Weighting::TEMPLATES, Weighting::SITE, Weighting::PART] {
            let matrix = profiles.similarity_matrix(&weighting);
            for i in 0..outlines.len() {
                for j in 0..outlines.len() {
                    let value = matrix.get(i, j);
                    prop_assert!((0.0..=1.0).contains(&value));
                    prop_assert_eq!(value, matrix.get(j, i));
                    if profiles.paths(i) == profiles.paths(j) {
                        prop_assert_eq!(value, 1.0);
                    }
                }
            }
        }
    }

    #[test]
    fn similarities_are_the_weighted_dice_of_path_sets(outlines in pages()) {
        let profiles = Profiles::build(&outlines);
        let weights = profiles.weights(&Weighting::TEMPLATES);
        let matrix = profiles.similarity_matrix(&Weighting::TEMPLATES);
        let sum = |paths: &[u32]| paths.iter().map(|&p| u64::from(weights[p as usize])).sum::<u64>();
        for i in 0..outlines.len() {
            for j in 0..outlines.len() {
                let (one, other) = (profiles.paths(i), profiles.paths(j));
                let common: Vec<u32> = one.iter().filter(|p| other.contains(p)).copied().collect();
                let whole = sum(one) + sum(other);
                let dice = if whole == 0 { 1.0 } else { 2.0 * sum(&common) as f64 / whole as f64 };
                prop_assert!((f64::from(matrix.get(i, j)) - dice).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn neither_order_nor_threads_change_a_similarity(
        (outlines, order) in pages().prop_flat_map(|outlines| {
            let order: Vec<usize> = (0..outlines.len()).collect();
            (Just(outlines), Just(order).prop_shuffle())
        }),
    ) {
        let shuffled: Vec<Outline> = order.iter().map(|&page| outlines[page].clone()).collect();
        let (one, other) = (Profiles::build(&outlines), Profiles::build(&shuffled));
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let straight = one.similarity_matrix(&Weighting::TEMPLATES);
        let permuted = alone.install(|| other.similarity_matrix(&Weighting::TEMPLATES));
        for (i, &page) in order.iter().enumerate() {
            prop_assert_eq!(other.keys()[i], one.keys()[page]);
            for (j, &with) in order.iter().enumerate() {
                prop_assert_eq!(permuted.get(i, j), straight.get(page, with));
            }
        }
    }

    #[test]
    fn a_page_that_is_placed_has_the_paths_it_was_built_with(outlines in pages()) {
        let profiles = Profiles::build(&outlines);
        for (page, outline) in outlines.iter().enumerate() {
            let placed = profiles.place(outline);
            prop_assert_eq!(&*placed.paths, profiles.paths(page));
            prop_assert!(placed.unknown.is_empty(), "{:?}", placed.unknown);
        }
    }
}

/// Pages made to be costly; what comparing them costs is counted in nodes of their outlines.
mod hostile {
    use super::*;
    use sitewrap_distance::profile::MOST_OUTLINE_NODES;

    fn outline(html: &str) -> Outline {
        Outline::of(&Document::parse(html.as_bytes(), Some("text/html"), None))
    }

    #[test]
    fn a_hundred_thousand_children_of_four_kinds_are_five_nodes() {
        let kinds = ["<a class=x></a>", "<div class=y></div>", "<i class=z></i>", "<nav></nav>"];
        let html: String = (0..100_000).map(|n| kinds[n * 7 % 4]).collect();
        assert_eq!(outline(&format!("<body>{html}")).len(), 2 + 4);
    }

    #[test]
    fn forty_thousand_levels_are_as_many_nodes_as_the_tree_has_levels() {
        assert!(outline(&"<div>".repeat(40_000)).len() <= 1 + 512);
    }

    #[test]
    fn children_that_all_differ_are_cut_at_the_bound() {
        let children = |from: usize| -> String {
            let word = |mut n: usize| -> String {
                let mut word = String::from("w");
                while n > 0 {
                    word.push(char::from(b'a' + (n % 26) as u8));
                    n /= 26;
                }
                word
            };
            (from..from + 20_000)
                .map(|n| format!("<div class={}><u class=v></u></div>", word(n)))
                .collect()
        };
        let pages: Vec<Outline> =
            (0..4).map(|n| outline(&format!("<body>{}", children(n * 100)))).collect();
        assert!(pages.iter().all(|page| page.len() == MOST_OUTLINE_NODES));
        let profiles = Profiles::build(&pages);
        assert!((0..4).all(|page| profiles.paths(page).len() <= 2 * MOST_OUTLINE_NODES));
        let matrix = profiles.similarity_matrix(&Weighting::TEMPLATES);
        assert!((0.0..=1.0).contains(&matrix.get(0, 3)));
        assert!(profiles.place(&pages[0]).unknown.is_empty());
    }

    #[test]
    fn words_of_one_element_are_cut_at_the_bound() {
        let words: String = (0..50_000).map(|n| format!("{}x ", "ab".repeat(n % 500))).collect();
        let pages: Vec<Outline> =
            (0..2).map(|_| outline(&format!("<body><div class='{words}'>"))).collect();
        assert!(Profiles::build(&pages).paths(0).len() <= 3 + 64);
    }

    #[test]
    fn long_words_are_cut_at_the_bound_on_all_of_them() {
        let word = |n: usize| ["w", "x"].map(|letter| letter.repeat(n)).concat();
        let html: String = (0..1000).map(|n| format!("<i class={}>", word(1000 + n))).collect();
        let page = outline(&format!("<body>{}<nav></nav>", html.replace('>', "></i>")));
        assert!(page.len() < 300, "half a megabyte of words: {}", page.len());
    }

    #[test]
    fn what_the_adoption_agency_multiplies_folds_again() {
        let html: String = (0..1500).map(|n| format!("<p><b class=c{n}>")).collect();
        let page = outline(&html);
        assert!(page.len() <= MOST_OUTLINE_NODES, "{}", page.len());
    }
}

#[test]
fn a_page_of_its_own_is_not_as_an_empty_one() {
    // Lists, some of them empty, and a front page with sections that no other page has.
    let body = |page: usize| {
        let main = match page {
            0 => (0..9).map(|n| format!("<section><ul><li><table><tr><td><form><input name={n}></form></table></ul></section>")).collect(),
            1 | 2 => String::new(),
            _ => "<ol class=list><li class=item><b class=name>x</b></li></ol>".to_owned(),
        };
        format!("<body><header class=top><nav class=menu></nav></header><main class=main>{main}")
    };
    let matrix = similarities(20, body);
    assert_eq!(matrix.get(1, 2), 1.0);
    assert!(matrix.get(0, 1) < 0.9, "{}", matrix.get(0, 1));
}

#[test]
fn a_word_on_body_that_says_no_more_than_another_counts_little() {
    // Lists and articles; a list that goes back far says so on its body.
    let body = |page: usize| {
        let (is_list, is_old) = (page.is_multiple_of(2), page.is_multiple_of(4));
        let kind = if is_list { "archive" } else { "single" };
        let old = if is_old { " old" } else { "" };
        let main = if is_list { "<ul class=posts></ul>" } else { "<article class=post></article>" };
        // Options in all combinations.
        let options = (0..3).filter(|option| page >> (option + 2) & 1 == 1);
        let options: String =
            options.map(|option| format!("<div class=o{option}></div>")).collect();
        format!("<body class='site {kind}{old}'><main class=main>{main}{options}</main>")
    };
    let matrix = similarities(64, body);
    // Pages that differ by the one word are far closer than pages of different kinds.
    let (near, far) = (matrix.get(4, 6), matrix.get(4, 5));
    assert!(near > 0.9 && far < 0.5, "{near} {far}");
}

/// Three kinds of page in two languages; `page` as the first word of `body`.
fn bilingual(page: usize, first: &str) -> String {
    let (kind, options) = (["book", "author", "list"][page % 3], page / 6);
    let options = (0..3).filter(|option| options >> option & 1 == 1);
    let options: String =
        options.map(|n| format!("<div class=o{n}><p class=i></p></div>")).collect();
    format!(
        "<body class='{first} site'><header class=top></header><main class={kind}>\
         <h1 class={kind}-title></h1><div class={kind}-text></div>{options}</main>"
    )
}

#[test]
fn a_word_with_all_kinds_below_it_says_nothing() {
    let matrix = similarities(96, |page| bilingual(page, ["en", "fr"][page / 3 % 2]));
    // 0 and 3 are books in either language, 1 is an author.
    assert_eq!(matrix.get(0, 3), 1.0);
    assert!(matrix.get(0, 1) < 0.5, "{}", matrix.get(0, 1));
}

#[test]
fn a_word_with_a_kind_below_it_says_which() {
    let matrix = similarities(96, |page| bilingual(page, ["b", "a", "l"][page % 3]));
    assert!(matrix.get(0, 6) > 0.8 && matrix.get(0, 1) < 0.1, "{}", matrix.get(0, 1));
}

/// Offices and news of an old site, by turns: tables in which only texts and looks differ.
fn old_page(page: usize, cell: &str) -> String {
    let (labels, end) = match page % 2 {
        0 => (["Address:", "Telephone:", "Hours:"], ""),
        _ => (["For immediate release", "Contact:", "Date:"], "<p align=center>End</p>"),
    };
    let label = |label| format!("<p><font>{label}</font></p><p>Value {}</p>", page / 2 % 5);
    let labels: String = labels.iter().map(label).collect();
    format!(
        "<body><table><tr><td {cell}><img></td></tr><tr><td {cell}>{labels}{end}</td></tr></table>"
    )
}

#[test]
fn texts_and_looks_stand_in_for_class_words() {
    let matrix = similarities(20, |page| old_page(page, ""));
    assert!(matrix.get(0, 2) > 0.99, "{}", matrix.get(0, 2));
    assert!(matrix.get(0, 1) < 0.5, "{}", matrix.get(0, 1));
}

#[test]
fn texts_do_not_count_beside_class_words() {
    let with_words = |page: String| {
        let page = page.replace("<p align=center>", "<p>").replace("<p>", "<p class=line>");
        page.replace("<tr", "<tr class=row")
    };
    let matrix = similarities(20, |page| with_words(old_page(page, "class=cell")));
    assert_eq!(matrix.get(0, 1), 1.0);
}

#[test]
fn how_long_a_list_is_and_which_of_its_pages_this_is_does_not_count() {
    let list = |words: &str, links: &str| {
        let html = format!(
            "<body class='archive {words}'><ul class=posts><li class=post>One</ul>\
             <nav class=pagination>{links}</nav><footer class=foot>x</footer>"
        );
        Outline::of(&Document::parse(html.as_bytes(), None, None))
    };
    let first = list("tag", "<b class=current>1</b> <a class=item href=/2>2</a>");
    let links = "<a class=back href=/1>Back</a> <a class=item href=/1>1</a> <b class=current>2</b>";
    assert_eq!(first, list("tag paged paged-2", links));
    assert_ne!(first, list("author", links));
}

#[test]
fn a_text_may_be_spelt_as_a_class_word_of_another_page() {
    // A site nearly without class words, so that texts stand in for them: one page explains in
    // its text what others bear as words of one family.
    let tags: String = ('a'..='t').map(|c| format!("<p class=tag-{c}>One of {c}</p>")).collect();
    let named: String = ('a'..='t').map(|c| format!("<p>tag-{c}</p>")).collect();
    let plain = "<div><p>Some text.</p></div>".repeat(300);
    let other = "<ul><li>One</ul>".to_owned();
    for order in [[&tags, &named, &other], [&named, &tags, &other]] {
        let matrix = similarities(9, |page| format!("<body>{}{plain}", order[page % 3]));
        assert_eq!(matrix.get(0, 3), 1.0);
        assert!(matrix.get(0, 1) < 1.0, "{}", matrix.get(0, 1));
    }
}
