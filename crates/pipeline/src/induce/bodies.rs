//! Where the bodies of records come from: from the wrapper, or from the main content of each page.

use rayon::prelude::*;
use sitewrap_content::{Bodies, BodySample, Content, Method, is_called_written};
use sitewrap_induce::Parameters;
use sitewrap_tree::Document;
use sitewrap_wrapper::{BODY, Extractor, Fields, MainContent, Presence, WrapperSet};

/// Has wrappers take the body of records from main content where the pages that they were learnt from show that it
/// is better. `pages` are those pages for each wrapper, as places among the documents; at most so many of a wrapper as
/// the book says are looked at, spread over them.
pub(super) fn choose_bodies(
    set: &mut WrapperSet,
    documents: &[&Document],
    urls: &[&str],
    pages: &[Vec<usize>],
    parameters: &Parameters,
) {
    let core = set.clone().with_fields(Fields::Core);
    let extractor = Extractor::new(&core);
    let choose = |(at, pages): (usize, &Vec<usize>)| {
        let wrapper = &core.wrappers[at];
        let places = wrapper.template.field_places();
        let has_body = places.iter().any(|place| place.dotted() == BODY);
        if !has_body && !is_called_written(&wrapper.page_type) {
            return None;
        }
        let (mut bodies, mut found, mut compared) = (Bodies::default(), 0, 0);
        for page in spread(pages, parameters.template.body_pages) {
            let (document, url) = (documents[page], urls[page]);
            let extraction = extractor.extract_as(url, &document.tree, Some(at));
            let is_own = extraction.wrapper.as_ref() == Some(&wrapper.name);
            let Some(record) = extraction.record.filter(|_| is_own) else { continue };
            let content = Content::of(document, url, Method::Best, None);
            compared += 1;
            found += u32::from(content.reason.is_none());
            bodies.add(BodySample::of(&record, &content));
        }
        MainContent::of_body(bodies.best_from(&wrapper.page_type), Presence::new(found, compared))
    };
    let chosen: Vec<Option<MainContent>> = pages.par_iter().enumerate().map(choose).collect();
    for (wrapper, content) in set.wrappers.iter_mut().zip(chosen) {
        wrapper.main_content = content;
    }
}

/// So many of the pages at most, evenly.
fn spread(pages: &[usize], most: usize) -> impl Iterator<Item = usize> + '_ {
    let count = pages.len().min(most);
    (0..count).map(move |at| pages[at * pages.len() / count])
}
