//! What must always hold, on the sites of `data/quality` and the demo site.

use sitewrap_pipeline::InduceParams;
use sitewrap_xtask::bundle::Bundle;
use sitewrap_xtask::invariants::check;
use sitewrap_xtask::measure::Site;
use sitewrap_xtask::quality::{FLOORS, corpus};
use sitewrap_xtask::{laws, recipe};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn load(bundle: Bundle) -> Site {
    Site::load(bundle, &InduceParams::default()).expect("pages")
}

/// Where a law does not hold, the floor is what held when it was written:
/// `cargo xtask quality --invariants` names the exceptions, `--accept` keeps the shares of today.
#[test]
fn the_laws_hold_as_far_as_they_did() {
    let floors = laws::read(&root().join(FLOORS)).expect("floors");
    let folders = corpus(&root()).expect("a corpus");
    assert_eq!(folders.len(), 12);
    let mut held = Vec::new();
    let mut exceptions = Vec::new();
    for folder in folders {
        let site = load(Bundle::open(&folder).expect("a site"));
        let measured = site.measure(&InduceParams::default(), false).expect("wrappers");
        let checked = check(&site, &measured, false).expect("laws");
        exceptions.extend(checked.exceptions);
        held.push(checked.laws);
    }
    assert_eq!(laws::below(&held, &floors), Vec::<String>::new(), "{exceptions:#?}");
}

/// The same pages give the same figures in whatever order they come.
#[test]
fn the_order_of_pages_makes_no_difference() {
    let open = || Bundle::open(&root().join("data/quality/wiki")).expect("a site");
    let mut turned = open();
    turned.pages.reverse();
    let figures = |bundle| {
        let site = load(bundle);
        site.measure(&InduceParams::default(), false).expect("wrappers").figures
    };
    assert_eq!(figures(open()), figures(turned));
}

/// The plain recipe is what it is for: it finds the kinds of a site whose kinds have classes of their
/// own.
#[test]
fn the_plain_recipe_finds_the_kinds_of_a_recipe_site() {
    let bundle = Bundle::open(&root().join("data/quality/recipes")).expect("a site");
    let site = load(bundle);
    let documents: Vec<_> = site.loaded.documents().iter().map(|page| &**page).collect();
    let labels = recipe::recipe_clusters(&documents);
    let labels: Vec<_> =
        labels.into_iter().map(|at| Some(sitewrap_model::ClusterId(at as u32))).collect();
    assert_eq!(site.score_clusters(&labels).0, 1.0);
}
