//! The schema of a Parquet file.

use super::shape::{Columns, Names, Shape};
use parquet::basic::{LogicalType, Repetition, TimeUnit, TimestampType, Type as Physical};
use parquet::schema::types::{Type, TypePtr};
use std::sync::Arc;

/// The columns before the fields.
const OWN: [&str; 5] = ["url", "wrapper", "version", "satisfied", "fit"];

type Built<T> = parquet::errors::Result<T>;

/// The schema of a page type with these columns.
pub(super) fn schema(columns: &Columns) -> Built<TypePtr> {
    let own = [Physical::BYTE_ARRAY, Physical::BYTE_ARRAY, Physical::INT64, Physical::BOOLEAN];
    let own = own.into_iter().chain([Physical::DOUBLE]).zip(OWN);
    let mut fields = own
        .map(|(physical, name)| leaf(name, physical, Repetition::OPTIONAL))
        .collect::<Built<Vec<_>>>()?;
    fields.extend(fields_of(columns, Names::taken(&OWN))?);
    Ok(Arc::new(Type::group_type_builder("record").with_fields(fields).build()?))
}

fn fields_of(columns: &Columns, mut names: Names) -> Built<Vec<TypePtr>> {
    columns.iter().map(|(name, shape)| field(&names.free(name), shape)).collect()
}

fn field(name: &str, shape: &Shape) -> Built<TypePtr> {
    let optional = |physical| leaf(name, physical, Repetition::OPTIONAL);
    match shape {
        Shape::Unknown | Shape::Text => optional(Physical::BYTE_ARRAY),
        Shape::Integer => optional(Physical::INT64),
        Shape::Decimal => optional(Physical::DOUBLE),
        Shape::Boolean => optional(Physical::BOOLEAN),
        Shape::Day => marked(name, Physical::INT32, LogicalType::Date),
        Shape::Time { is_utc } => {
            let unit = TimeUnit::MICROS;
            let time =
                LogicalType::Timestamp(TimestampType { is_adjusted_to_u_t_c: *is_utc, unit });
            marked(name, Physical::INT64, time)
        }
        Shape::Price => {
            let amount = leaf("amount", Physical::DOUBLE, Repetition::OPTIONAL)?;
            let currency = leaf("currency", Physical::BYTE_ARRAY, Repetition::OPTIONAL)?;
            group(name, Repetition::OPTIONAL, None, vec![amount, currency])
        }
        Shape::Rating => {
            let value = leaf("value", Physical::DOUBLE, Repetition::OPTIONAL)?;
            let best = leaf("best", Physical::INT64, Repetition::OPTIONAL)?;
            group(name, Repetition::OPTIONAL, None, vec![value, best])
        }
        Shape::Map => {
            let key = leaf("key", Physical::BYTE_ARRAY, Repetition::REQUIRED)?;
            let value = leaf("value", Physical::BYTE_ARRAY, Repetition::OPTIONAL)?;
            let pairs = group("key_value", Repetition::REPEATED, None, vec![key, value])?;
            group(name, Repetition::OPTIONAL, Some(LogicalType::Map), vec![pairs])
        }
        Shape::List(inner) => {
            let list = group("list", Repetition::REPEATED, None, vec![field("element", inner)?])?;
            group(name, Repetition::OPTIONAL, Some(LogicalType::List), vec![list])
        }
        Shape::Item(columns) => {
            group(name, Repetition::OPTIONAL, None, fields_of(columns, Names::taken(&[]))?)
        }
    }
}

fn leaf(name: &str, physical: Physical, repetition: Repetition) -> Built<TypePtr> {
    let text = (physical == Physical::BYTE_ARRAY).then_some(LogicalType::String);
    let leaf = Type::primitive_type_builder(name, physical).with_repetition(repetition);
    Ok(Arc::new(leaf.with_logical_type(text).build()?))
}

/// An optional column whose numbers mean something else.
fn marked(name: &str, physical: Physical, logical: LogicalType) -> Built<TypePtr> {
    let leaf = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
    Ok(Arc::new(leaf.with_logical_type(Some(logical)).build()?))
}

fn group(
    name: &str,
    repetition: Repetition,
    logical: Option<LogicalType>,
    fields: Vec<TypePtr>,
) -> Built<TypePtr> {
    let group = Type::group_type_builder(name).with_repetition(repetition);
    Ok(Arc::new(group.with_logical_type(logical).with_fields(fields).build()?))
}
