//! The files of words, compiled in.

macro_rules! files {
    ($($code:literal,)+) => {
        &[$(($code, include_str!(concat!("../../../data/lexicon/", $code, ".txt"))),)+]
    };
}

/// What has no language, and one file a language, with the codes of these (ISO 639-1).
#[rustfmt::skip]
pub(crate) const LANGUAGES: &[(&str, &str)] = files![
    "shared", "en", "ar", "bg", "ca", "cs", "cy", "da", "de", "el", "es", "et", "eu", "fa", "fi",
    "fr", "he", "hi", "hr", "hu", "hy", "id", "it", "ja", "ka", "kk", "ko", "lt", "lv", "nb",
    "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "th", "tr", "uk", "vi", "zh",
];

/// Hands on each word of a file with its section and its key.
pub(crate) fn for_each_word<'f>(file: &'f str, mut hand_on: impl FnMut(&'f str, &'f str, &'f str)) {
    let (mut section, mut key) = ("", "");
    for line in file.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name;
            continue;
        }
        // A line that is indented goes on with the words of the key above.
        let words = match line.split_once(": ").filter(|_| !line.starts_with(' ')) {
            Some((of, words)) => {
                key = of;
                words
            }
            None => line,
        };
        words.split_ascii_whitespace().for_each(|word| hand_on(section, key, word));
    }
}
