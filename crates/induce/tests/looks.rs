//! What looks, units and controls say of names, and what they do not.

mod site;

use serde_json::Value;
use site::{record_of, word, wrappers};

#[test]
fn a_price_that_class_words_strike_out_is_the_old_one() {
    let record = record_of(|n| {
        format!(
            "<h1>{0}</h1><p class='text-sm font-bold text-gray-900'>${1}.50</p>\
             <p class='text-sm text-gray-400 line-through'>${2}.50</p>",
            word(n),
            n + 10,
            n * 3 + 40
        )
    });
    assert_eq!((&record["price"], &record["old_price"]), (&"$17.50".into(), &"$61.50".into()));
}

#[test]
fn a_label_that_tells_one_price_from_the_other_names_a_price() {
    let record = record_of(|n| {
        format!(
            "<h1>{0}</h1><div class=q1>Was: <b>${1}.00</b></div><section class=q4>Now: <i>${2}.00</i></section>",
            word(n),
            n * 3 + 40,
            n + 10
        )
    });
    assert_eq!(record["old_price"], "$61.00", "{record}");
    assert_eq!(record["price"], "$17.00", "{record}");
}

#[test]
fn class_words_among_those_for_looks_name_nothing() {
    let record = record_of(|n| {
        format!(
            "<h1>{0}</h1><p class='text-xs uppercase tracking-widest text-stone-500'>{1}</p>\
             <p class=um>{2}</p>",
            word(n),
            word(n * 7 + 3),
            word(n * 11 + 5)
        )
    });
    let says = |name: &str| record.as_object().is_some_and(|record| record.contains_key(name));
    assert!(!says("tracking_widest") && !says("um"), "{record}");
}

#[test]
fn a_unit_in_an_element_of_its_own_names_the_number_before_it_and_nothing_behind() {
    let record = record_of(|n| {
        format!(
            "<h1>{0}</h1><ul><li class=q1><span class=q2>{1}</span> <span class=q3>Sq Ft</span></li>\
             <li class=q4><span class=q5>{2}</span></li></ul>",
            word(n),
            n * 13 + 400,
            word(n * 5 + 2)
        )
    });
    assert_eq!(record["area"], "491");
    assert!(record.get("sq_ft").is_none(), "{record}");
}

#[test]
fn what_a_box_to_tick_is_for_is_no_label_of_what_follows() {
    let record = record_of(|n| {
        format!(
            "<h1>{0}</h1><div class=q1><label>Compare <input type=checkbox></label>\
             <a class=q2 href=/brands/{n}>{1}</a></div>",
            word(n),
            word(n * 7 + 1)
        )
    });
    assert!(record.as_object().expect("a record").keys().all(|name| !name.contains("compare")));
}

#[test]
fn a_list_of_nothing_but_pictures_is_called_so_whatever_its_class_words() {
    let record = record_of(|n| {
        let picture = |k: usize| {
            format!(
                "<li class=productView-thumbnail><a href=/l/{n}-{k}.jpg><img src=/s/{n}-{k}.jpg></a></li>"
            )
        };
        let pictures: String = (0..2 + n % 3).map(picture).collect();
        format!("<h1>{0}</h1><ul class=productView-thumbnails>{pictures}</ul>", word(n))
    });
    assert_eq!(record["images"].as_array().map(Vec::len), Some(3), "{record}");
}

#[test]
fn of_an_address_and_its_copy_for_scripts_the_address_is_kept() {
    let record = record_of(|n| {
        format!(
            "<h1>{0}</h1><i class=tool-compare data-picture='http://a.test/{n}.jpg'></i>\
             <p class=q1><img src=http://a.test/{n}.jpg></p>",
            word(n)
        )
    });
    assert_eq!(record["image"], "/7.jpg", "{record}");
}

#[test]
fn styles_with_numbers_of_their_own_tell_the_parts_of_an_item() {
    let record = record_of(|n| {
        let item = |m: usize| {
            format!(
                "<div class=job-item><a href=/jobs/{m} class=job-row><div class=text-block-34>{} {}</div>\
                 <div class=text-block-30>{}</div></a></div>",
                word(m),
                word(m * 3 + 1),
                ["Leeds", "Bristol", "Remote", "Porto"][m % 4]
            )
        };
        let items: String = (0..n % 3 + 2).map(|i| item(n * 5 + i)).collect();
        format!("<h1>{}</h1><div class=jobs-list>{items}</div>", word(n))
    });
    let job = &record["jobs"][0];
    let says = |text: &str| job.as_object().is_some_and(|job| job.values().any(|v| v == text));
    assert!(says("Porto") && says(&format!("{} {}", word(35), word(106))), "{record}");
}

#[test]
fn modes_of_blending_and_commas_name_nothing() {
    let record = record_of(|n| {
        let part = |m: usize| {
            format!(
                "<div class='et_pb_column et_pb_css_mix_blend_mode_passthrough'><h3>{}</h3><p>{} {}</p></div>",
                word(m),
                word(m * 3),
                word(m * 5 + 1)
            )
        };
        let parts: String = (0..n % 3 + 2).map(|i| part(n * 7 + i)).collect();
        format!(
            "<h1>{}</h1><div class=row>{parts}</div><p>Doors<b class='text comma'>{}.30</b></p>",
            word(n),
            n % 9 + 10
        )
    });
    let text = record.to_string();
    assert!(!text.contains("blend") && !text.contains("comma"), "{record}");
}

#[test]
fn tabs_with_ids_of_their_own_are_parts_of_a_page() {
    let has = |n: usize| (n % 5 < 3, n.is_multiple_of(3));
    let page = |n: usize| {
        let card = |m: usize| {
            format!(
                "<div class=carousel-slide><article class=card><figure><a href=/{0}><img src=/{0}.jpg></a></figure><h3 \
                 class=card-title><a href=/{0}>{1} {0}</a></h3><span class=price>£{2}.50</span></article></div>",
                word(m),
                word(m * 3 + 1),
                m % 90 + 5
            )
        };
        let tab = |id: &str, from: usize| {
            let cards: String = (0..2 + (n + from) % 3).map(|i| card(n * 7 + from + i)).collect();
            format!(
                "<div role=tabpanel class='tab-content has-content is-active' id={id}><section class=carousel>{cards}\
                 </section></div>"
            )
        };
        let (related, similar) = has(n);
        let related = if related { tab("tab-related", 100) } else { String::new() };
        let similar = if similar { tab("tab-similar", 600) } else { String::new() };
        let html =
            format!("<h1>{}</h1><div class=tabs-contents>{related}{similar}</div>", word(n + 300));
        (format!("http://a.test/p/{n}"), html, 0)
    };
    let pages: Vec<(String, String, usize)> = (0..60).map(page).collect();
    let records = wrappers(&pages).1;
    let lists = |record: &Value| -> Vec<String> {
        let fields = record.as_object().expect("a record").iter();
        fields.filter(|(_, value)| value.is_array()).map(|(name, _)| name.clone()).collect()
    };
    for (n, record) in records.iter().enumerate() {
        let (related, similar) = has(n);
        let count = usize::from(related) + usize::from(similar);
        assert_eq!(lists(record).len(), count, "{record}");
    }
    assert_ne!(lists(&records[1]), lists(&records[3]), "{} {}", records[1], records[3]);
}

#[test]
fn attributes_for_scripts_that_tell_the_type_of_an_element_are_no_content() {
    let record = record_of(|n| {
        let kind = ["button.default", "link.plain"][n % 2];
        format!(
            "<h1>{0}</h1><div class=box data-widget_type='{kind}'><a href=/go/{n}>Go to {n}</a></div><p>{0} {n} is here</p>",
            word(n)
        )
    });
    assert!(!record.to_string().contains("button.default"), "{record}");
    assert!(!record.to_string().contains("link.plain"), "{record}");
}
