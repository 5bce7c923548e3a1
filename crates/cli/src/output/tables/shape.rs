//! What the columns of a page type are, learned from its records.

use super::cell::Cell;

/// What a column holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Shape {
    /// Nothing was seen yet.
    #[default]
    Unknown,
    Text,
    Integer,
    Decimal,
    Boolean,
    Price,
    Rating,
    Day,
    /// A time, of UTC or of clocks at a place that is not told.
    Time {
        is_utc: bool,
    },
    Map,
    List(Box<Shape>),
    Item(Columns),
}

/// Named columns, in the order in which records show them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Columns(Vec<(String, Shape)>);

impl Columns {
    /// Takes in the fields of one more record.
    pub(super) fn learn(&mut self, record: &[(String, Cell)]) {
        for (name, cell) in record {
            let place = self.0.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
                self.0.push((name.clone(), Shape::Unknown));
                self.0.len() - 1
            });
            let shape = &mut self.0[place].1;
            *shape = std::mem::take(shape).with(cell);
        }
    }

    /// Puts columns, and those of items in lists, in the order of their places.
    ///
    /// # Arguments
    /// - `prefix`: the names of the lists around, each with a dot behind it.
    /// - `place`: the place of a path such as `reviews.author`.
    pub(super) fn arrange(&mut self, prefix: &str, place: &dyn Fn(&str) -> usize) {
        self.0.sort_by_key(|(name, _)| place(&format!("{prefix}{name}")));
        for (name, shape) in &mut self.0 {
            if let Shape::List(inner) = shape
                && let Shape::Item(columns) = &mut **inner
            {
                columns.arrange(&format!("{prefix}{name}."), place);
            }
        }
    }

    /// One column.
    #[cfg(feature = "sqlite")]
    pub(super) fn single(name: &str, shape: Shape) -> Self {
        Self(vec![(name.to_owned(), shape)])
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Shape)> {
        self.0.iter().map(|(name, shape)| (name.as_str(), shape))
    }
}

impl Shape {
    /// The narrowest shape that holds what this one does and one more cell. Cells of different
    /// kinds are held as text.
    fn with(self, cell: &Cell) -> Self {
        match (self, cell) {
            (Self::List(inner), Cell::List(items)) => {
                Self::List(Box::new(items.iter().fold(*inner, Self::with)))
            }
            (Self::Unknown, Cell::List(items)) => {
                Self::List(Box::new(items.iter().fold(Self::Unknown, Self::with)))
            }
            (Self::Item(mut columns), Cell::Item(fields)) => {
                columns.learn(fields);
                Self::Item(columns)
            }
            (Self::Unknown, Cell::Item(fields)) => {
                let mut columns = Columns::default();
                columns.learn(fields);
                Self::Item(columns)
            }
            (Self::Unknown | Self::Text, Cell::Text(_)) => Self::Text,
            (Self::Unknown | Self::Integer, Cell::Integer(_)) => Self::Integer,
            (Self::Unknown | Self::Decimal, Cell::Decimal(_))
            | (Self::Integer, Cell::Decimal(_))
            | (Self::Decimal, Cell::Integer(_)) => Self::Decimal,
            (Self::Unknown | Self::Boolean, Cell::Boolean(_)) => Self::Boolean,
            (Self::Unknown | Self::Price, Cell::Price(..)) => Self::Price,
            (Self::Unknown | Self::Rating, Cell::Rating(..)) => Self::Rating,
            (Self::Unknown | Self::Day, Cell::Day { .. }) => Self::Day,
            (Self::Unknown, Cell::Time { is_utc, .. }) => Self::Time { is_utc: *is_utc },
            (Self::Time { is_utc }, Cell::Time { is_utc: other, .. }) if is_utc == *other => {
                Self::Time { is_utc }
            }
            (Self::Unknown | Self::Map, Cell::Map(_)) => Self::Map,
            _ => Self::Text,
        }
    }
}

/// Names that differ from each other and from those that are taken, whatever the case of their
/// letters: a name that is not free gets `_` at its end.
pub(super) struct Names(Vec<String>);

impl Names {
    pub(super) fn taken(names: &[&str]) -> Self {
        Self(names.iter().map(|name| name.to_lowercase()).collect())
    }

    pub(super) fn free(&mut self, name: &str) -> String {
        // A zero byte ends names in many a program.
        let mut name = name.replace('\0', " ");
        while self.0.contains(&name.to_lowercase()) {
            name.push('_');
        }
        self.0.push(name.to_lowercase());
        name
    }
}
