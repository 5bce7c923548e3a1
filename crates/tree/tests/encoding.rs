//! Which encoding a page is read in.

use encoding_rs::{EUC_KR, Encoding, GBK, SHIFT_JIS, WINDOWS_1251};
use sitewrap_tree::{Document, Problem};

const CHINESE: &str =
    "<p>网页信息提取技术可以把网页中的数据变成结构化的记录,这里是一段中文文字。</p>";
const RUSSIAN: &str = "<p>Съешь же ещё этих мягких французских булок, да выпей чаю.</p>";
const JAPANESE: &str = "<p>ウェブページから情報を取り出すための例文です。これは短い文章ですが、判定には十分でしょう。</p>";

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    encoding.encode(text).0.into_owned()
}

fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

/// Asserts that a page reads as `html`, in `encoding`, without a problem.
fn assert_reads(body: &[u8], content_type: Option<&str>, html: &str, encoding: &str) {
    let page = Document::parse(body, content_type, None);
    let expected = Document::parse(html.as_bytes(), Some("text/html; charset=utf-8"), None);
    assert_eq!(page.encoding, encoding);
    assert_eq!(page.tree.to_string(), expected.tree.to_string());
    assert_eq!(page.problems, []);
}

#[test]
fn the_header_is_believed() {
    let html = Some("text/html; charset=\"Shift_JIS\"");
    assert_reads(&encoded(JAPANESE, SHIFT_JIS), html, JAPANESE, "Shift_JIS");
    let page = format!("<meta charset=utf-8>{RUSSIAN}");
    let header = Some("text/html;charset=cp1251");
    assert_reads(&encoded(&page, WINDOWS_1251), header, RUSSIAN, "windows-1251");
}

#[test]
fn then_the_page_itself() {
    for meta in [
        "<meta charset=windows-1251>",
        "<!-- <meta charset=gbk> --><META content='text/html; Charset = Windows-1251' http-equiv = Content-Type>",
        "<script>'<meta charset=gbk>'</script><meta name=a /><meta/charset='windows-1251'/>",
    ] {
        let page = format!("<html><head>{meta}<title>x</title>{RUSSIAN}");
        assert_reads(&encoded(&page, WINDOWS_1251), Some("text/html"), RUSSIAN, "windows-1251");
    }
}

#[test]
fn then_the_bytes() {
    let filler = "<div class=filler></div>".repeat(100);
    for (text, encoding) in [(CHINESE, GBK), (JAPANESE, SHIFT_JIS), (RUSSIAN, WINDOWS_1251)] {
        let page = format!("{filler}{text}");
        assert_reads(&encoded(&page, encoding), None, &page, encoding.name());
        assert_reads(page.as_bytes(), None, &page, "UTF-8");
    }
    let korean =
        "<p>모든 국민은 법 앞에 평등하다. 누구든지 성별에 의하여 차별을 받지 아니한다.</p>";
    assert_reads(&encoded(korean, EUC_KR), None, korean, "EUC-KR");
}

#[test]
fn utf_16_with_and_without_a_mark() {
    let marked = format!("\u{feff}{CHINESE}");
    let lie = Some("text/html; charset=gbk");
    assert_reads(&utf16(&marked, u16::to_le_bytes), lie, CHINESE, "UTF-16LE");
    assert_reads(&utf16(&marked, u16::to_be_bytes), lie, CHINESE, "UTF-16BE");
    assert_reads(&utf16(CHINESE, u16::to_le_bytes), None, CHINESE, "UTF-16LE");
    assert_reads(&utf16(CHINESE, u16::to_be_bytes), None, CHINESE, "UTF-16BE");
    let declared = Some("text/html; charset=utf-16be");
    assert_reads(&utf16(CHINESE, u16::to_be_bytes), declared, CHINESE, "UTF-16BE");
    // A page cannot say in ASCII that it is not ASCII.
    let page = format!("<meta charset=utf-16>{CHINESE}");
    assert_reads(page.as_bytes(), None, CHINESE, "UTF-8");
}

#[test]
fn labels_that_cannot_be_right_are_ignored_and_told() {
    let ignored = |label: &str| Problem::DeclaredEncodingIgnored { label: label.to_owned() };
    let page = Document::parse(RUSSIAN.as_bytes(), Some("text/html; charset=iso-8859-1"), None);
    assert_eq!((page.encoding, &page.problems[..]), ("UTF-8", &[ignored("iso-8859-1")][..]));
    let page = format!("<meta charset=utf-8>{CHINESE}");
    let page = Document::parse(&encoded(&page, GBK), Some("text/html; charset=nonsense"), None);
    assert_eq!(page.encoding, "GBK");
    assert_eq!(page.problems, [ignored("nonsense"), ignored("utf-8")]);
}

#[test]
fn malformed_sequences_are_counted() {
    let page = Document::parse(
        b"<p>\xd0\x96\xd0\x96\xd0\x96 \xff \xd0</p>",
        Some("x; charset=utf-8"),
        None,
    );
    assert_eq!(page.problems, [Problem::Malformed { sequences: 2 }]);
    assert_eq!(page.tree.inner_text(page.tree.root()), "ЖЖЖ \u{fffd} \u{fffd}");
}
