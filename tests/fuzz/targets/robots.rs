//! Whatever a robots.txt holds, it says yes or no, and the same as RFC 9309 read word for word.
//!
//! The first line is the path that is asked for.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_fetch::fuzzing;

fuzz_target!(|input: &[u8]| {
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (path, text) = (String::from_utf8_lossy(&input[..end]), &input[end..]);
    if let Some((url, said)) = fuzzing::robots(text, &path) {
        assert_eq!(said, reference::allows(text, &url), "{url}");
    }
});

/// The rules of RFC 9309, 2.2, one after another, with no regard to time.
mod reference {
    /// Keys that webmasters mean as `Disallow`.
    const DISALLOW: [&str; 6] =
        ["disallow", "dissallow", "disalow", "dissalow", "diasllow", "disallaw"];
    const USER_AGENT: [&str; 3] = ["user-agent", "useragent", "user agent"];
    const DELAY: [&str; 3] = ["crawl-delay", "crawldelay", "crawl delay"];

    /// User agents and rules: what is allowed or not, and the pattern.
    #[derive(Default)]
    struct Group {
        agents: Vec<Vec<u8>>,
        rules: Vec<(bool, Vec<u8>)>,
        closed: bool,
    }

    /// Whether the crawler `sitewrap` may ask for a path with its query.
    pub fn allows(text: &[u8], path: &str) -> bool {
        let groups = groups(text);
        let is_ours = |group: &&Group| group.agents.iter().any(|agent| names_us(agent));
        let own: Vec<&Group> = groups.iter().filter(is_ours).collect();
        let is_for_all = |group: &&Group| group.agents.iter().any(|agent| agent.starts_with(b"*"));
        let meant = match own.is_empty() {
            true => groups.iter().filter(is_for_all).collect(),
            false => own,
        };
        let path = octets(path.as_bytes(), false);
        let rules = meant.iter().flat_map(|group| &group.rules);
        let patterns = rules.map(|(allow, pattern)| {
            let rooted = match pattern[0] {
                b'/' | b'*' => pattern.clone(),
                _ => [b"/", &pattern[..]].concat(),
            };
            (octets(&rooted, true), *allow)
        });
        let matching = patterns.filter(|(pattern, _)| matches(pattern, &path));
        matching.max_by_key(|(pattern, allow)| (written(pattern), *allow)).is_none_or(|it| it.1)
    }

    fn groups(text: &[u8]) -> Vec<Group> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut groups = vec![Group::default()];
        for line in text.split(|byte| matches!(byte, b'\r' | b'\n')) {
            let said = line.split(|&byte| byte == b'#').next().unwrap_or_default();
            let Some(colon) = said.iter().position(|&byte| byte == b':') else { continue };
            let key = String::from_utf8_lossy(said[..colon].trim_ascii()).to_ascii_lowercase();
            let value = said[colon + 1..].trim_ascii();
            if groups.last().is_some_and(|group| group.closed)
                && USER_AGENT.contains(&key.as_str())
            {
                groups.push(Group::default());
            }
            let Some(group) = groups.last_mut() else { continue };
            if USER_AGENT.contains(&key.as_str()) {
                group.agents.push(value.to_vec());
            } else if key == "allow" || DISALLOW.contains(&key.as_str()) {
                group.closed = true;
                if !value.is_empty() {
                    group.rules.push((key == "allow", value.to_vec()));
                }
            } else if DELAY.contains(&key.as_str()) {
                group.closed = true;
            }
        }
        groups
    }

    fn names_us(agent: &[u8]) -> bool {
        let rest = agent.get(8..).filter(|_| agent[..8].eq_ignore_ascii_case(b"sitewrap"));
        rest.is_some_and(|rest| {
            !rest.first().is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'-' | b'_'))
        })
    }

    /// An octet of a path, and a special character of a pattern.
    #[derive(Clone, Copy, PartialEq)]
    enum Octet {
        /// What stands there as it is, or encoded where that means the same.
        Plain(u8),
        /// An octet that is encoded because it means something else as it is, or is not ASCII.
        Encoded(u8),
        /// `*`
        Any,
        /// `$` at the end
        End,
    }

    fn octets(text: &[u8], is_pattern: bool) -> Vec<Octet> {
        let digit = |at: usize| text.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        let (mut octets, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let escaped = (text[at] == b'%').then(|| Some(digit(at + 1)? * 16 + digit(at + 2)?));
            octets.push(match escaped.flatten() {
                Some(byte) if (byte as u8).is_ascii_alphanumeric() => Octet::Plain(byte as u8),
                Some(byte) if b"-._~".contains(&(byte as u8)) => Octet::Plain(byte as u8),
                Some(byte) => Octet::Encoded(byte as u8),
                None => match text[at] {
                    b'*' if is_pattern => Octet::Any,
                    b'$' if is_pattern && at + 1 == text.len() => Octet::End,
                    // In a path they are no special characters, but those that a pattern encodes.
                    byte @ (b'*' | b'$') => Octet::Encoded(byte),
                    byte if byte.is_ascii_graphic() => Octet::Plain(byte),
                    byte => Octet::Encoded(byte),
                },
            });
            at += if escaped.flatten().is_some() { 3 } else { 1 };
        }
        octets
    }

    /// Octets of a pattern in its one spelling.
    fn written(pattern: &[Octet]) -> usize {
        pattern.iter().map(|it| if matches!(it, Octet::Encoded(_)) { 3 } else { 1 }).sum()
    }

    /// Whether a pattern matches the beginning of a path: which ends of it the pattern reaches.
    fn matches(pattern: &[Octet], path: &[Octet]) -> bool {
        let mut reached = vec![false; path.len() + 1];
        reached[0] = true;
        for &octet in pattern {
            reached = (0..=path.len())
                .map(|end| match octet {
                    Octet::Any => reached[..=end].contains(&true),
                    Octet::End => reached[end] && end == path.len(),
                    octet => end > 0 && reached[end - 1] && path[end - 1] == octet,
                })
                .collect();
        }
        reached.contains(&true)
    }
}
