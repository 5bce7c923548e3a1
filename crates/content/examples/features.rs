//! What `scripts/train_content.py` trains on: the blocks of pages, their names and numbers.
//!
//! `features texts LIST` reads lines `file TAB url` and writes a JSON line a page: the texts of its
//! blocks, their columns, and the names of the elements around them. `features first LIST TABLE`
//! writes the numbers of the blocks of all pages on the first look, 32-bit floats in little-endian
//! order, with the table of names; `features second LIST TABLE TREES` those of the second look,
//! with the trees of the first.

use sitewrap_content::{Blocks, Features, Model, Tokens, for_each_token, parse};
use sitewrap_tree::{Document, NodeId};
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, list, rest @ ..] = args.as_slice() else {
        return Err(io::Error::other("features texts|first|second LIST [TABLE [TREES]]"));
    };
    let table = rest.first().map_or(Ok(String::new()), std::fs::read_to_string)?;
    let trees = rest.get(1).map_or(Ok(String::new()), std::fs::read_to_string)?;
    let tokens = Tokens::parse(&table);
    let model = Model::parse(&table, &trees, "").ok_or_else(|| io::Error::other("no trees"))?;
    let mut out = BufWriter::new(io::stdout().lock());
    for line in std::fs::read_to_string(list)?.lines() {
        let (file, url) = line.split_once('\t').unwrap_or((line, ""));
        let document = parse(&std::fs::read(file)?, None, Some(url));
        let blocks = Blocks::of(&document.tree);
        let values = match what.as_str() {
            "texts" => {
                write_texts(&mut out, &document, &blocks)?;
                continue;
            }
            "first" => Features::of(&document, &blocks, &tokens).values,
            _ => model.second_look(&document, &blocks),
        };
        for value in values {
            out.write_all(&value.to_le_bytes())?;
        }
    }
    out.flush()
}

fn write_texts(out: &mut impl Write, document: &Document, blocks: &Blocks) -> io::Result<()> {
    let tree = &document.tree;
    let mut names: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut around: Vec<Vec<u32>> = Vec::new();
    for block in blocks.iter() {
        let above = std::iter::successors(Some(block.holder), |&node| tree.parent(node));
        let above: Vec<NodeId> = above.collect();
        for &node in &above {
            names.entry(node.0).or_insert_with(|| {
                let mut own = Vec::new();
                for_each_token(tree, node, |token| own.push(token.to_owned()));
                own
            });
        }
        around.push(above.into_iter().map(|node| node.0).collect());
    }
    let texts: Vec<&str> = blocks.iter().map(|block| blocks.text(block)).collect();
    let columns: Vec<u32> = blocks.iter().map(sitewrap_content::Block::columns).collect();
    let page = serde_json::json!({
        "texts": texts, "columns": columns, "around": around, "names": names,
    });
    writeln!(out, "{page}")
}
