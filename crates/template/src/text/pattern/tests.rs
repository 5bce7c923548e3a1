//! Which parts of texts are fixed.

use super::*;

fn cut_words(texts: &[&str]) -> Vec<String> {
    pattern(texts, &Parameters::default())
        .parts
        .iter()
        .map(|part| match part {
            Part::Fixed(text) => text.clone(),
            Part::Field(_) => "*".to_owned(),
        })
        .collect()
}

/// The values of the parts, text by text.
fn values<'t>(texts: &[&'t str]) -> Vec<Vec<&'t str>> {
    let pattern = pattern(texts, &Parameters::default());
    texts.iter().map(|text| pattern.cut(text).unwrap_or_default()).collect()
}

fn many(make: impl Fn(usize) -> String) -> Vec<String> {
    (0..30).map(make).collect()
}

#[test]
fn cuts_fixed_words_off() {
    let texts = many(|i| format!("In stock ({i} available)"));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(cut_words(&texts), ["In stock (", "*", "available)"]);
}

#[test]
fn counts_are_parted_from_what_they_count_and_measures_stay_whole() {
    assert_eq!(cut_words(&["1 bed", "3 beds", "2 beds"]), ["*", "bed"]);
    assert_eq!(cut_words(&["1 story", "12 stories"]), ["*", "stor"]);
    assert!(cut_words(&["2 Ford", "3 Ford"]).is_empty());
    assert_eq!(cut_words(&["5 Comments", "1 Comment"]), ["*", "Comment"]);
    assert_eq!(cut_words(&["(0 Réponses)", "(1 Réponse)", "(12 Réponses)"]), ["(", "*", "Réponse"]);
    assert!(cut_words(&["10% off when you buy two", "25% off when you buy two"]).is_empty());
    let texts = many(|i| format!("{i} mins"));
    assert!(cut_words(&texts.iter().map(String::as_str).collect::<Vec<_>>()).is_empty());
    for unit in ["Gramm", "litres", "metros"] {
        let texts = many(|i| format!("{i} {unit}"));
        let cut = cut_words(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(cut.is_empty(), "{cut:?}");
    }
    let texts = many(|i| format!("From {i}.50 EUR"));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(cut_words(&texts), ["From", "*"]);
}

#[test]
fn a_count_in_brackets_is_parted_from_its_label_and_none_is_made_of_five_or_more() {
    assert_eq!(cut_words(&["Comments (3)", "Comments (12)"]), ["Comments (", "*", ")"]);
    assert!(cut_words(&["5 or more", "10 or more"]).is_empty());
}

#[test]
fn some_bylines_are_names_behind_a_word() {
    let names = ["By Ann Lee", "Staff report", "By Bo Roe", "Associated Press", "By Cy Doe"];
    assert_eq!(cut_words(&names), ["By", "*"]);
    assert_eq!(values(&names)[0], ["Ann Lee"]);
    assert!(cut_words(&["By Ann Lee", "By bus", "By Bo Roe", "By Cy Doe", "On foot"]).is_empty());
    let titles = many(|i| if i == 7 { "By Design".to_owned() } else { format!("Title {i}") });
    assert!(cut_words(&titles.iter().map(String::as_str).collect::<Vec<_>>()).len() < 2);
}

#[test]
fn signs_before_all_texts_are_no_part_of_them() {
    let days = ["/ 10/01/2022", "/ 01/03/2022", "/ 17/03/2022"];
    assert_eq!(values(&days), [["10/01/2022"], ["01/03/2022"], ["17/03/2022"]]);
    assert_eq!(values(&["– Reuters", "– AFP", "– dpa"]), [["Reuters"], ["AFP"], ["dpa"]]);
    assert!(cut_words(&["- 5", "- 7", "- 12"]).is_empty());
    assert!(cut_words(&["/ 10/01/2022", "10/01/2022", "12/01/2022"]).is_empty());
}

#[test]
fn a_wide_colon_ends_a_label() {
    let texts = many(|i| format!("更新时间：2019-09-{}", i % 20 + 10));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(cut_words(&texts), ["更新时间：", "*"]);
}

#[test]
fn a_label_is_no_part_of_a_value_that_brackets_end() {
    let texts = many(|i| format!("Save: ${i}.50 ({}%)", i % 20 + 10));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(cut_words(&texts), ["Save:", "*", "(", "*", ")"]);
}

#[test]
fn the_scale_of_ratings_is_fixed_however_many_of_them_are_full() {
    let texts = many(|i| format!("Durchschnittliche Bewertung von {} von 5 Sternen", i % 5 + 1));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(cut_words(&texts), ["Durchschnittliche Bewertung von", "*", "von 5 Sternen"]);
}

#[test]
fn words_that_come_twice_are_fixed_as_well() {
    let texts = many(|i| format!("A star rating of {i} out of 5."));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(cut_words(&texts), ["A star rating of", "*", "out of 5."]);
    let texts = many(|i| format!("{} / 5.0", i % 6));
    assert!(cut_words(&texts.iter().map(String::as_str).collect::<Vec<_>>()).is_empty());
}

#[test]
fn numbers_in_brackets_are_a_part() {
    let texts = many(|i| format!("Name {i} ({}).", 1990 + i));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(cut_words(&texts), ["*", "(", "*", ")."]);
}

#[test]
fn keeps_a_price_whole() {
    let texts = many(|i| format!("£{i}.99"));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert!(cut_words(&texts).is_empty());
}

#[test]
fn keeps_a_date_whole_and_cuts_its_label_off() {
    let texts = many(|i| format!("{} May 2024 at 8:{} am", i % 28 + 1, i + 10));
    assert!(cut_words(&texts.iter().map(String::as_str).collect::<Vec<_>>()).is_empty());
    let texts = many(|i| format!("Posted on {} May 2024 at 8:{} am", i % 28 + 1, i + 10));
    let cut = cut_words(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(cut.first().map(String::as_str), Some("Posted on"), "{cut:?}");
    let texts = many(|i| format!("on {} May 2024 at 8:{} am", i % 28 + 1, i + 10));
    assert_eq!(cut_words(&texts.iter().map(String::as_str).collect::<Vec<_>>()), ["on", "*"]);
}

#[test]
fn few_texts_are_cut_at_labels_only() {
    assert_eq!(cut_words(&["by Ann Lee", "by Bo Dahl", "by Cy Lee"]), ["by", "*"]);
    let texts = many(|i| format!("von {} Lee", ["Ann", "Bo", "Cy"][i % 3]));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(cut_words(&texts), ["von", "*"]);
    assert!(cut_words(&texts[..3]).is_empty());
    assert!(cut_words(&["Canon A1", "Canon B2", "Canon C3"]).is_empty());
    assert_eq!(
        cut_words(&["Part #: 17 Item #: 3", "Part #: 4 Item #: 8"]),
        ["Part #:", "*", "Item #:", "*"]
    );
    assert_eq!(cut_words(&["on 4 May 2024, 8:31 a.m.", "on 12 June 2023, 4 p.m."]), ["on", "*"]);
    assert_eq!(cut_words(&["Posted on May 4, 2024", "Posted on May 9, 2024"]), ["Posted on", "*"]);
    // The day of some stands in an element of its own.
    let some =
        ["发表于 2014-1-16 14:43", "发表于 2019-6-3 01:06", "发表于", "发表于 2018-10-11 18:32"];
    assert_eq!(cut_words(&some), ["发表于", "*"]);
    for dates in [["May 4, 2024", "May 9, 2024"], ["Sunday, 4 May 2025", "Sunday, 11 May 2025"]] {
        assert!(cut_words(&dates).is_empty(), "{dates:?}");
    }
}

#[test]
fn a_telephone_number_is_one_value() {
    assert_eq!(cut_words(&["Phone: (902) 555-0142", "Phone: (514) 555-0199"]), ["Phone:", "*"]);
    let texts = many(|i| format!("Phone: (9{i:02}) 555-01{i:02}"));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(cut_words(&texts), ["Phone:", "*"]);
    let texts = many(|i| format!("(9{i:02}) 555-01{i:02}"));
    assert!(cut_words(&texts.iter().map(String::as_str).collect::<Vec<_>>()).is_empty());
}

#[test]
fn signs_and_units_tell_where_texts_are_parted() {
    assert_eq!(
        cut_words(&["Ann | Posted: 4", "Bo | Posted: 5", "Cy | Posted: 61"]),
        ["*", "| Posted:", "*"]
    );
    assert_eq!(cut_words(&["A | 1 | new", "B | 2 | new", "C | 3 | new"]), ["*", "|", "*", "| new"]);
    assert_eq!(cut_words(&["Heron - Leeds", "Osprey - Derby", "Merlin - Ripon"]), ["*", "-", "*"]);
    assert_eq!(cut_words(&["6-3, 210 lbs.", "5-11, 180 lbs.", "7-0, 300 lbs."]), ["*", ",", "*"]);
    for whole in [
        ["May 4, 2010", "June 5, 2011", "July 6, 2012"],
        ["4, 5", "6, 7", "8, 9"],
        ["Ann | Bo", "Cy", "Di | Ed"],
        ["Mon - Fri", "Tue - Sat", "Wed - Sun"],
        ["8:30 - 17:00", "9:00 - 18:00", "7:15 - 12:00"],
        ["2-3 cups, 4 eggs", "1 cup, 2 eggs", "salt"],
    ] {
        assert!(cut_words(&whole).is_empty(), "{whole:?}");
    }
}

#[test]
fn who_and_when_are_parted_in_a_few_texts() {
    let texts = [
        "Posted by Mia Lind on 2nd Mar 2023",
        "Posted by Bo on 14th Apr 2023",
        "Posted by Ann Lee on 9th Jan 2024",
        "Posted by Bo on 21st Jul 2022",
    ];
    assert_eq!(cut_words(&texts), ["Posted by", "*", "on", "*"]);
}

#[test]
fn a_label_is_whole_though_values_have_a_word_of_it() {
    let texts = [
        "Journal of Land and Water: Vol. 7, Sand and Sea",
        "Journal of Land and Water: Vol. 8",
        "Journal of Land and Water: Vol. 9, Snow",
    ];
    assert_eq!(cut_words(&texts), ["Journal of Land and Water:", "*"]);
}

#[test]
fn names_of_things_that_are_cut_short_are_labels() {
    let phones =
        ["Tel. (034) 965 55", "Tel. (034) 600 12", "Tel. (034) 965 41", "Tel. (034) 600 98"];
    assert_eq!(values(&phones)[0], ["(034) 965 55"]);
    let doctors = many(|i| format!("Dr. {}", ["Lee", "Roe", "Doe", "Moss"][i % 4]));
    assert!(cut_words(&doctors.iter().map(String::as_str).collect::<Vec<_>>()).is_empty());
}

#[test]
fn a_dash_parts_facts_and_is_none_within_one() {
    let texts = ["Ref. AH-1283 - Sax", "Ref. TV-12 - New Town", "Ref. MO-7 - Pinoso"];
    assert_eq!(values(&texts)[0], ["AH-1283", "Sax"]);
    for range in [["10:00 - 18:30", "9:00 - 17:00"], ["Mon - Fri", "Tue - Sat"]] {
        assert!(cut_words(&range).is_empty(), "{range:?}");
    }
}

#[test]
fn texts_may_lack_what_others_end_with() {
    let end =
        |i: usize| if i % 4 == 1 { String::new() } else { format!(" | Viewed {} times", i * 7) };
    let texts = many(|i| format!("Added: {} May 2004{}", i % 28 + 1, end(i)));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(values(&texts)[1..3], [vec!["2 May 2004"], vec!["3 May 2004", "14"]]);
    // Nothing tells which of the two the others lack.
    let texts = many(|i| format!("Place {i}{}", if i % 2 == 1 { " | Permanent" } else { "" }));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert!(!cut_words(&texts).contains(&"|".to_owned()), "{:?}", cut_words(&texts));
}
