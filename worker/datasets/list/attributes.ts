/** What lists filter on and count by: one value of a dataset, or several (contract datasets §1.4). */
import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { tables } from '../../db/client'
import { vocabulary } from '../../schema/concepts'

const { datasets } = tables

/** `value` is an expression over a dataset; with `of`, over each row of that list, named `item`. */
export type Attribute = { value: SQL; of?: SQL }

const inMetadata = (path: string, value = sql`item.value`): Attribute => ({
  value,
  of: sql`json_each(${datasets.metadata}, ${sql.raw(`'${path}'`)}) item`,
})
const inSchema = (value: SQL): Attribute => ({ value, of: sql`json_each(${datasets.published}, '$.schema') item` })
const refersTo = sql`item.value->>'$."x-refersTo"'`
/** `[uri, id]` of every concept. */
const conceptIds = JSON.stringify(
  vocabulary('en').flatMap(({ id, identifiers }) => identifiers.map((identifier) => [identifier, id])),
)

export const attributes = {
  status: { value: sql`iif(${datasets.nature} = 'metaOnly', null, ${datasets.status})` },
  draftStatus: { value: sql`${datasets.draft}->>'$.status'` },
  visibility: { value: sql`${datasets.visibility}` },
  type: { value: sql`${datasets.nature}` },
  title: { value: sql`${datasets.metadata}->>'$.title'` },
  spatial: { value: sql`${datasets.metadata}->>'$.spatial'` },
  conformsTo: { value: sql`${datasets.metadata}->'$.conformsTo'` },
  keywords: inMetadata('$.keywords'),
  topics: inMetadata('$.topics', sql`item.value->>'$.id'`),
  publicationSites: inMetadata('$.publicationSites'),
  requestedPublicationSites: inMetadata('$.requestedPublicationSites'),
  services: inMetadata('$.extensions', sql`item.value->>'$.remoteService'`),
  children: inMetadata('$.virtual.children'),
  concepts: inSchema(refersTo),
  'short-concept': inSchema(
    sql`(select pair.value->>1 from json_each(${conceptIds}) pair where pair.value->>0 = ${refersTo})`,
  ),
  'field-type': inSchema(sql`item.value->>'$.type'`),
  'field-format': inSchema(sql`item.value->>'$.format'`),
} satisfies Record<string, Attribute>
export type AttributeName = keyof typeof attributes

/** Datasets that have one of some values; `null` stands for none at all. */
export function hasOneOf({ value, of }: Attribute, wanted: readonly string[]): SQL | undefined {
  const values = wanted.filter((one) => one !== 'null')
  const some = (condition: SQL) => (of ? sql`exists (select 1 from ${of} where ${condition})` : condition)
  return or(
    values.length > 0 ? some(isAmong(value, values)) : undefined,
    values.length < wanted.length ? sql`not (${some(sql`${value} is not null`)})` : undefined,
  )
}

/** A list of any length in one bound parameter: a statement has 100 at most (d1/platform/limits). */
export function isAmong(column: SQLWrapper, values: readonly string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
}
