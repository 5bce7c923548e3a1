//! What is read of a bundle: all of it or nothing, whatever has happened to its bytes.

use sitewrap_bundle::{Bundle, BundleError, HostWrappers, Site, host_of, limits};
use sitewrap_model::Reason;
use sitewrap_wrapper::{FieldPlace, Fields};

/// Wrappers of the demo site with an edit, as release 0.1.0 has written them. Later releases read it.
const SHOP: &[u8] = include_bytes!("shop.bundle");

fn shop() -> Bundle {
    Bundle::from_bytes(SHOP).expect("a bundle of this release or an earlier one")
}

/// A bundle of another version, whole in itself.
fn with_version(version: u32) -> Vec<u8> {
    let mut bytes = SHOP.to_vec();
    bytes[12..16].copy_from_slice(&version.to_le_bytes());
    seal(&mut bytes);
    bytes
}

/// Gives bytes the checksum of what they are.
fn seal(bytes: &mut [u8]) {
    let sum = crc32fast::hash(&bytes[12..]);
    bytes[8..12].copy_from_slice(&sum.to_le_bytes());
}

/// A content as a bundle of so many bytes.
fn sealed(content: &[u8], length: u64) -> Vec<u8> {
    let mut bytes = SHOP[..24].to_vec();
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    bytes.extend(zstd::bulk::compress(content, 3).expect("a frame"));
    seal(&mut bytes);
    bytes
}

#[test]
fn a_bundle_of_an_earlier_release_is_read_and_written_again_as_it_was() {
    let shop = shop();
    let [site] = shop.sites() else { panic!("one site") };
    assert_eq!(site.hosts().collect::<Vec<_>>(), ["demo.example"]);
    let wrappers = site.wrappers();
    let product = wrappers.get("product").expect("products");
    let names: Vec<String> =
        product.template.field_places().iter().map(FieldPlace::dotted).collect();
    // The edit is kept and holds.
    assert!(names.iter().any(|name| name == "label") && !names.iter().any(|name| name == "title"));

    let bytes = shop.to_bytes().expect("bytes");
    assert_eq!(Bundle::from_bytes(&bytes).expect("a bundle"), shop);
    assert_eq!(Bundle::read(&bytes[..]).expect("a bundle"), shop);
    assert!(bytes == shop.to_bytes().expect("bytes"));
}

#[test]
fn no_byte_can_be_changed_or_be_missing() {
    for at in 0..SHOP.len() {
        let mut bytes = SHOP.to_vec();
        bytes[at] ^= 1 << (at % 8);
        let error = Bundle::from_bytes(&bytes).expect_err("a bit is another");
        match at {
            0..8 => assert!(matches!(error, BundleError::NotABundle), "{at}: {error}"),
            _ => assert!(matches!(error, BundleError::Damaged(_)), "{at}: {error}"),
        }
        let error = Bundle::from_bytes(&SHOP[..at]).expect_err("the end is missing");
        match at {
            0 => assert!(matches!(error, BundleError::NotABundle), "{error}"),
            _ => assert!(matches!(error, BundleError::Damaged(_)), "{at}: {error}"),
        }
    }
    let longer = [SHOP, b"\0"].concat();
    assert!(matches!(Bundle::from_bytes(&longer), Err(BundleError::Damaged(_))));
}

#[test]
fn a_later_version_is_told_as_such() {
    for version in [2, 3, u32::MAX] {
        let error = Bundle::from_bytes(&with_version(version)).expect_err("of a later release");
        assert!(matches!(error, BundleError::Newer { found, known: 1 } if found == version));
    }
    assert!(Bundle::from_bytes(&with_version(0)).is_err());
}

#[test]
fn a_content_is_as_long_as_it_says() {
    let empty = br#"{"sites":[]}"#;
    assert!(Bundle::from_bytes(&sealed(empty, empty.len() as u64)).is_ok());
    for length in [0, 11, 13, limits::CONTENT_BYTES] {
        assert!(Bundle::from_bytes(&sealed(empty, length)).is_err(), "{length}");
    }
    // A few bytes that would become many.
    let bomb = sealed(&vec![b' '; 8 << 20], 12);
    assert!(bomb.len() < 2048);
    assert!(matches!(Bundle::from_bytes(&bomb), Err(BundleError::Damaged(_))));
    let huge = sealed(empty, limits::CONTENT_BYTES + 1);
    assert!(matches!(Bundle::from_bytes(&huge), Err(BundleError::TooLarge { .. })));
}

#[test]
fn what_else_stands_in_json_is_no_bundle() {
    let deep = format!(r#"{{"sites":{}"#, "[".repeat(1 << 16));
    let error = Bundle::from_bytes(&sealed(deep.as_bytes(), deep.len() as u64));
    assert!(matches!(error, Err(BundleError::TooLarge { what: "levels", .. })));
    let twice = r#"{"sites":[
        {"hosts":["a.example"],"version":1,"wrappers":{"version":1,"wrappers":[]},"edits":{"types":[]}},
        {"hosts":["www.A.example"],"version":1,"wrappers":{"version":1,"wrappers":[]},"edits":{"types":[]}}
    ]}"#;
    let error = Bundle::from_bytes(&sealed(twice.as_bytes(), twice.len() as u64));
    assert!(matches!(error, Err(BundleError::Hosts(_))));
    for content in ["", "[]", "{}", "null", r#"{"sites":[{}]}"#, r#"{"sites":[]} x"#] {
        let error = Bundle::from_bytes(&sealed(content.as_bytes(), content.len() as u64));
        assert!(matches!(error, Err(BundleError::Content(_))), "{content}");
    }
}

#[test]
fn hosts_are_spelt_in_one_way() {
    for (url, host) in [
        ("https://www.Shop.example:8080/a?b", "shop.example"),
        ("http://shop.example", "shop.example"),
        ("http://wwwshop.example/", "wwwshop.example"),
        ("http://[::1]:80/", "[::1]"),
        ("file:///a/b", ""),
        ("no address", ""),
    ] {
        assert_eq!(host_of(url), host, "{url}");
    }
}

#[test]
fn a_page_goes_to_the_host_that_has_answered() {
    let site = |url: &str| {
        let (induced, edits) = Default::default();
        Bundle::of(Site::new([url], 7, induced, edits))
    };
    let mut both = site("http://b.example/");
    both.join(site("http://www.a.example/")).expect("two hosts");
    assert!(both.join(site("https://a.example/x")).is_err());
    assert_eq!(both.sites().len(), 2);
    let hosts = HostWrappers::new(&both, Fields::Core);
    assert_eq!(hosts.sets()[0].version, 7);
    assert_eq!(hosts.place_of("http://x.example/", "http://www.b.example/"), Ok(1));
    assert_eq!(hosts.place_of("http://a.example/", "http://b.example/"), Ok(1));
    assert_eq!(hosts.place_of("http://a.example/", "http://x.example/"), Ok(0));
    let reason = hosts.place_of("http://x.example/", "http://y.example/").expect_err("none");
    assert_eq!(reason, Reason::OtherHost(Some("y.example".to_owned())));
}

#[test]
fn a_page_without_a_host_goes_to_the_only_site() {
    let site = |url: &str| {
        let (induced, edits) = Default::default();
        Bundle::of(Site::new([url], 1, induced, edits))
    };
    let mut sites = site("http://a.example/");
    let file = "file:///pages/home.html";
    assert_eq!(HostWrappers::new(&sites, Fields::Core).place_of(file, file), Ok(0));
    sites.join(site("http://b.example/")).expect("two hosts");
    let reason =
        HostWrappers::new(&sites, Fields::Core).place_of(file, file).expect_err("two sites");
    assert_eq!(reason, Reason::OtherHost(None));
}
