//! Dates in addresses and texts.

use crate::page::words::hash;
use rustc_hash::FxHashSet;
use std::sync::LazyLock;
use url::{Position, Url};

/// Months and days of the week, in small letters, long and short: English, German, French, Spanish,
/// Portuguese, Italian, Dutch, Swedish, Danish and Norwegian, Finnish, Polish, Czech, Hungarian,
/// Romanian, Turkish, Russian, Ukrainian, Greek.
const NAMES: &str = "january february march april may june july august september october november \
    december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday \
    friday saturday sunday mon tue tues wed thu thur thurs fri sat sun \
    januar februar märz mai juni juli oktober dezember jän jänner mär okt dez montag dienstag \
    mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so \
    janvier février mars avril juin juillet août septembre octobre novembre décembre janv févr avr \
    juil déc lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim \
    enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre \
    diciembre ene abr ago dic lunes martes miércoles jueves viernes sábado domingo mié jue vie sáb \
    dom janeiro fevereiro março maio junho julho setembro outubro novembro dezembro fev set out \
    segunda terça quarta quinta sexta sábado seg ter qua qui sex \
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre gen mag giu lug ott \
    lunedì martedì mercoledì giovedì venerdì sabato domenica gio \
    januari februari maart mei augustus maandag dinsdag woensdag donderdag vrijdag zaterdag zondag \
    ma wo vr za zo maj augusti måndag tisdag onsdag torsdag fredag lördag söndag mån tis ons tor fre \
    lör sön marts mandag tirsdag lørdag søndag desember man tir lør søn \
    tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu \
    marraskuu joulukuu maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai ti ke to \
    pe la su styczeń luty marzec kwiecień czerwiec lipiec sierpień wrzesień październik listopad \
    grudzień stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października \
    listopada grudnia poniedziałek wtorek środa czwartek piątek sobota niedziela \
    leden únor březen duben květen červen červenec srpen září říjen prosinec ledna února března \
    dubna května června července srpna října prosince pondělí úterý středa čtvrtek pátek neděle \
    január február március április május június július augusztus szeptember október hétfő kedd \
    szerda csütörtök péntek szombat vasárnap ianuarie februarie martie aprilie iunie iulie \
    septembrie octombrie noiembrie decembrie luni marți miercuri joi vineri sâmbătă duminică \
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık pazartesi salı \
    çarşamba perşembe cuma cumartesi pazar \
    январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь января февраля \
    марта апреля мая июня июля августа сентября октября ноября декабря понедельник вторник среда \
    четверг пятница суббота воскресенье пн вт ср чт пт сб вс січень лютий березень квітень травень \
    червень липень серпень вересень жовтень листопад грудень \
    ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος οκτώβριος \
    νοέμβριος δεκέμβριος δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή";

/// The names by their hashes, in small letters and with a capital.
static WORDS: LazyLock<FxHashSet<u64>> = LazyLock::new(|| {
    let capital = |name: &str| {
        let mut letters = name.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    };
    let names = NAMES.split_ascii_whitespace();
    names.flat_map(|name| [name.to_owned(), capital(name)]).map(|name| hash_of(&name)).collect()
});

fn hash_of(name: &str) -> u64 {
    hash(name.to_ascii_lowercase().as_bytes())
}

/// Whether a word, by the hash of its letters with those of ASCII small, is a month or day of the
/// week.
pub(crate) fn is_date_word(hash: u64) -> bool {
    WORDS.contains(&hash)
}

/// Parameters that hold a part of a date, whatever their value.
const PARTS: &[&str] = &["d", "day", "m", "month", "w", "week", "y", "year"];

/// Words after a date that say how much of it is shown.
const SPANS: &[&str] = &["agenda", "day", "grid", "list", "month", "week", "year"];

/// What is left of an address when the date that it ends with is taken out: the same for all dates
/// of one calendar, and for its years, months and days. `None` without such a date.
///
/// The parts before the date count by their number and the last one, for a site may have a calendar
/// for each of its rooms.
pub(crate) fn calendar_of(url: &Url) -> Option<String> {
    if !url[Position::BeforePath..].bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut parts: Vec<&str> = url.path().split('/').filter(|part| !part.is_empty()).collect();
    let mut dated = false;
    if let Some(pairs) = url.query().map(|_| url.query_pairs()) {
        dated = pairs.into_iter().any(|(name, value)| {
            let part = PARTS.contains(&&*name.to_ascii_lowercase());
            is_date(&value) || part && !value.is_empty() && is_small(&value)
        });
    }
    while parts.last().is_some_and(|last| SPANS.contains(last)) {
        parts.pop();
    }
    if parts.last().is_some_and(|last| is_date(last)) {
        parts.pop();
        dated = true;
    } else {
        let numbers = parts.iter().rev().take_while(|part| is_small(part) || is_year(part));
        let numbers: Vec<&&str> = numbers.collect();
        if numbers.len() >= 2 && numbers.iter().any(|part| is_year(part)) {
            parts.truncate(parts.len() - numbers.len());
            dated = true;
        }
    }
    let mut names: Vec<String> =
        url.query_pairs().map(|(name, _)| name.to_ascii_lowercase()).collect();
    names.retain(|name| !PARTS.contains(&&**name));
    names.sort_unstable();
    let last = parts.last().filter(|last| !last.bytes().all(|byte| byte.is_ascii_digit()));
    dated.then(|| {
        let site = &url[Position::BeforeHost..Position::BeforePath];
        format!("{site} {} {} {}", parts.len(), last.copied().unwrap_or_default(), names.join("&"))
    })
}

/// Whether there is a date anywhere in an address.
pub(crate) fn has_date(url: &Url) -> bool {
    let parts: Vec<&str> = url.path().split('/').collect();
    parts.iter().any(|part| is_date(part))
        || parts.windows(2).any(|two| is_year(two[0]) && is_small(two[1]))
        || calendar_of(url).is_some()
}

/// Whether a text is a date with a year and a month at least: `2031-05`, `20310517`, `may-2031`,
/// `calendar-2031-05.html`.
fn is_date(text: &str) -> bool {
    let text = text.rsplit_once('.').filter(|(_, end)| !is_small(end)).map_or(text, |cut| cut.0);
    let pieces: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|piece| !piece.is_empty()).collect();
    let is_name = |piece: &str| is_date_word(hash_of(piece));
    // One word may stand before.
    let before = pieces.first().is_some_and(|first| {
        pieces.len() > 2 && first.chars().all(char::is_alphabetic) && !is_name(first)
    });
    match &pieces[usize::from(before)..] {
        [whole] => is_compact(whole),
        pieces => {
            let years = pieces.iter().filter(|piece| is_year(piece)).count();
            let rest = pieces.iter().filter(|piece| is_small(piece) || is_name(piece)).count();
            years == 1 && (1..=4).contains(&rest) && years + rest == pieces.len()
        }
    }
}

/// A year of the four digits that calendars show.
fn is_year(text: &str) -> bool {
    text.parse().is_ok_and(|year: u16| text.len() == 4 && (1900..2200).contains(&year))
}

/// A day, month or week: `5`, `05`, `W05`.
fn is_small(text: &str) -> bool {
    let digits = text.strip_prefix(['W', 'w']).unwrap_or(text);
    (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Year and month, or with the day, in one number.
fn is_compact(text: &str) -> bool {
    let month = |text: &str| text.parse().is_ok_and(|month: u8| (1..=12).contains(&month));
    text.is_ascii()
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(text.len(), 6 | 8)
        && is_year(&text[..4])
        && month(&text[4..6])
        && text.get(6..8).is_none_or(|day| day.parse().is_ok_and(|day: u8| day <= 31))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calendar(path: &str) -> Option<String> {
        calendar_of(&Url::parse("http://x.example").unwrap().join(path).unwrap())
    }

    #[test]
    fn all_dates_of_a_calendar_are_of_one() {
        for dates in [
            &["/calendar/2031/05/", "/calendar/2026/11/17/", "/calendar/2031/5/month/"][..],
            &["/cal?month=2031-05", "/cal?month=2026-11"],
            &["/cal?year=2031&month=5", "/cal?month=11&year=2026", "/cal?year=2031&week=5"],
            &["/day?date=20310517&view=x", "/day?view=x&date=20261101"],
            &["/events/may-2031", "/events/2026-november", "/events/mai-2031"],
            &["/room/3/calendar/2031-05", "/room/17/calendar/2031-06", "/room/x/calendar/2031-W06"],
            &["/2031/05/", "/2026/11/30/"],
            &["/en/cal-2031-05.html", "/en/cal-2031-06.html"],
        ] {
            let known = calendar(dates[0]);
            assert!(known.is_some(), "{dates:?}");
            assert!(dates.iter().all(|date| calendar(date) == known), "{dates:?}");
        }
        assert_ne!(calendar("/calendar/2031/05/"), calendar("/archive/2031/05/"));
    }

    #[test]
    fn other_addresses_have_no_date() {
        for path in [
            "/",
            "/2031/05/17/a-day-at-sea",
            "/p/2031",
            "/p/17/3",
            "/best-of-2026",
            "/list?page=3&id=17",
            "/docs/3.12/library",
            "/p/123456",
            "/p/20261399",
        ] {
            assert_eq!(calendar(path), None, "{path}");
        }
    }
}
