//! What edits say of the field that main content fills.

use super::anchor::FieldAnchor;
use super::{FieldEdit, TypeEdit};
use crate::wrapper::Wrapper;
use crate::wrapper::main_content::{BODY, MainContent};
use crate::wrapper::template::Field;
use sitewrap_values::{Format, ValueType};
use std::collections::BTreeMap;

impl TypeEdit {
    /// Has the body come from where the edits say. What is said of the field that induction calls `body` holds for
    /// what fills it as well.
    pub(super) fn give_body(
        &self,
        wrapper: &mut Wrapper,
        anchors: &[FieldAnchor],
        placed: &BTreeMap<usize, FieldEdit>,
    ) {
        if let Some(from) = self.body_from {
            let filled = wrapper.main_content.as_ref().map(|known| known.field.filled);
            wrapper.main_content = MainContent::of_body(from, filled.unwrap_or_default());
        }
        for (&place, edit) in placed {
            let is_body = anchors[place].path == [BODY];
            let is_called_so = anchors[place].path.len() == 1 && edit.name.as_deref() == Some(BODY);
            if is_body {
                if let Some(content) = &mut wrapper.main_content {
                    say(&mut content.field, edit);
                }
            } else if is_called_so && self.body_from.is_none() {
                // A person knows which field is the body.
                wrapper.main_content = None;
            }
        }
    }
}

/// Says of a field what an edit says. Main content is text or HTML and has no other type.
fn say(field: &mut Field, edit: &FieldEdit) {
    if edit.is_dropped {
        field.name.clear();
    } else if let Some(name) = &edit.name {
        field.name.clone_from(name);
    }
    if edit.choice.is_some_and(|choice| choice.value_type == ValueType::Html) {
        field.format = Format::of(ValueType::Html);
    }
}
