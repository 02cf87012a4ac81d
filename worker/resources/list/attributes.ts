/** What lists filter on and count by: one value of what is listed, or several (contract datasets §1.4, applications A.9). */
import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** `value` is an expression over what is listed; with `of`, over each row of that list, named `item`. */
export type Attribute = {
  value: SQL
  of?: SQL
  /** Which rows of the list belong to what is listed, where the list is a table. */
  on?: SQL
  /** What stands for the value in a facet, as JSON. */
  told?: SQL
}

/** Those that have one of some values; `null` stands for none at all. */
export function hasOneOf({ value, of, on }: Attribute, wanted: readonly string[]): SQL | undefined {
  const values = wanted.filter((one) => one !== 'null')
  const some = (condition: SQL) =>
    of ? sql`exists (select 1 from ${of} where ${on ?? sql`true`} and ${condition})` : condition
  return or(
    values.length > 0 ? some(isAmong(value, values)) : undefined,
    values.length < wanted.length ? sql`not (${some(sql`${value} is not null`)})` : undefined,
  )
}

/** A list of any length in one bound parameter: a statement has 100 at most (d1/platform/limits). */
export function isAmong(column: SQLWrapper, values: readonly string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
}
