/** Attributes that lists filter on and count by. A row has one value of an attribute, or several. */
import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** `value` is an expression over the listed row; with `of`, over each item of that list, whose alias is `item`. */
export type Attribute = {
  value: SQL
  of?: SQL
  /** The join condition between items and listed rows, when `of` is a table. */
  on?: SQL
  /** The expression of the JSON value that facets show instead of `value`. */
  display?: SQL
}

/** The condition that a row has one of the values; `null` selects rows without any value. */
export function hasOneOf({ value, of, on }: Attribute, requested: readonly string[]): SQL | undefined {
  const values = requested.filter((text) => text !== 'null')
  const exists = (condition: SQL) =>
    of ? sql`exists (select 1 from ${of} where ${on ?? sql`true`} and ${condition})` : condition
  return or(
    values.length > 0 ? exists(isAmong(value, values)) : undefined,
    values.length < requested.length ? sql`not (${exists(sql`${value} is not null`)})` : undefined,
  )
}

/** The condition `column in values`. The list is one bound parameter: a D1 statement has 100 at most. */
export function isAmong(column: SQLWrapper, values: readonly string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
}
