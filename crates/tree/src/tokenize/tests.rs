//! The tokens are those of html5ever's tokenizer.

use super::*;
use html5ever::tokenizer::states::RawKind;
use proptest::prelude::*;

/// Tokens, with adjacent texts joined. Elements that hold raw text are told by their names, and
/// `svg` is an element of another namespace until it ends.
#[derive(Default)]
struct Tokens(RefCell<(Vec<String>, String, bool)>);

impl Tokens {
    fn flush(&self) {
        let (tokens, text, _) = &mut *self.0.borrow_mut();
        if !text.is_empty() {
            tokens.push(format!("{text:?}"));
            text.clear();
        }
    }
}

impl TokenSink for Tokens {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) => self.0.borrow_mut().1.push_str(&text),
            Token::NullCharacterToken => self.0.borrow_mut().1.push('\0'),
            Token::ParseError(_) => {}
            Token::CommentToken(_) => {
                self.flush();
                self.0.borrow_mut().0.push("comment".to_owned());
            }
            Token::TagToken(mut tag) => {
                self.flush();
                if tag.kind == EndTag {
                    // Nobody looks at the attributes of end tags.
                    tag.attrs.clear();
                }
                let mut state = self.0.borrow_mut();
                let attrs = tag.attrs.iter().map(|attr| (&*attr.name.local, &*attr.value));
                let attrs: Vec<(&str, &str)> = attrs.collect();
                state.0.push(format!("{:?} {} {} {attrs:?}", tag.kind, tag.name, tag.self_closing));
                if &*tag.name == "svg" {
                    state.2 = tag.kind == StartTag;
                }
                if tag.kind == StartTag {
                    return match &*tag.name {
                        "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
                        "style" | "xmp" => TokenSinkResult::RawData(RawKind::Rawtext),
                        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                        "plaintext" => TokenSinkResult::Plaintext,
                        _ => TokenSinkResult::Continue,
                    };
                }
            }
            token => {
                self.flush();
                self.0.borrow_mut().0.push(format!("{token:?}"));
            }
        }
        TokenSinkResult::Continue
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0.borrow().2
    }
}

fn own(text: &str) -> Vec<String> {
    let text = with_line_feeds(text).to_tendril();
    let mut tokenizer = Tokenizer::new(&text, Tokens::default());
    tokenizer.run(|_| false);
    tokenizer.sink.0.into_inner().0
}

fn html5ever(text: &str) -> Vec<String> {
    let options = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let tokenizer = Html5everTokenizer::new(Tokens::default(), options);
    let queue = BufferQueue::default();
    queue.push_back(text.to_tendril());
    while !queue.is_empty() {
        let _ = tokenizer.feed(&queue);
    }
    tokenizer.end();
    tokenizer.sink.0.into_inner().0
}

#[test]
fn hard_cases_give_the_tokens_of_html5ever() {
    let cases = [
        "a<b c=d e='f' g=\"h\"i>j</b k=l>",
        "<p a=1 A=2 =x= /y/ z/><br/ /><q/",
        "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN' \"x\"><!doctype><!DOCTYPE",
        "<!--><!---><!--a--!><!--!><!----!><!--a--b--->c<!-- <!-- --><!--",
        "<?php ?></ x></></",
        "&amp;&ampx&notit;&#150;&#x80;&#0;&#x110000;&#xd800;&#;&#x;&bogus;&copy",
        "<a href='?a=1&copy=2&copy;&lt&#150;' b=&amp;c d=&#13;>&#13;\r\n\r",
        "<title>a<b>&lt;</titl></TITLE x>c<textarea>\n&amp</textarea",
        "<script>a<!--b<script>c</script>d--></script>e",
        "<script><!--></script><script><!--<script </script></script>--></script>",
        "<script><!-- <scripty> </script>x<script><!-- <script/> --!> </script> --></script>",
        "<svg><![CDATA[a]]b<c>]]]></svg><![CDATA[d]]>",
        "<style>a</styleb></style ><xmp></xmp/>x<plaintext></plaintext>",
        "a\0<b\0 c\0=\0 d='\0'>\0<title>\0</title><svg><![CDATA[\0x\0]]>",
        "<a\u{e9} \u{e9}=\u{e9}>\u{e9}</\u{e9}>",
    ];
    for case in cases {
        assert_eq!(own(case), html5ever(case), "{case:?}");
    }
}

#[test]
fn of_many_attributes_of_one_name_the_first_counts() {
    let attrs: String = (0..200).map(|at| format!(" a{}={at}", at % 70)).collect();
    let tag = format!("<p{attrs}>");
    assert_eq!(own(&tag), html5ever(&tag));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_gives_the_tokens_of_html5ever(
        pieces in prop::collection::vec(
            prop_oneof![
                Just("<"), Just(">"), Just("</"), Just("<!--"), Just("-->"), Just("--!>"), Just("-"),
                Just("!"), Just("<!"), Just("<?"), Just("/"), Just("="), Just("\""), Just("'"),
                Just(" "), Just("\n"), Just("\r"), Just("\r\n"), Just("\t"), Just("\x0c"), Just("\0"),
                Just("a"), Just("B"), Just("1"), Just("\u{e9}"), Just("script"), Just("<script>"),
                Just("</script>"), Just("<SCRIPT "), Just("</script "), Just("<title>"),
                Just("</title>"), Just("<style>"), Just("</style>"), Just("<svg>"), Just("</svg>"),
                Just("<![CDATA["), Just("]]>"), Just("]"), Just("<!doctype"), Just(" public"),
                Just("&"), Just("&amp"), Just("&notin"), Just("&not"), Just(";"), Just("&#"), Just("&#x"),
                Just("&#150"), Just("80"), Just("<p "), Just(" id="), Just(" ID='"),
            ],
            0..40,
        )
    ) {
        let text = pieces.concat();
        prop_assert_eq!(own(&text), html5ever(&text));
    }
}
