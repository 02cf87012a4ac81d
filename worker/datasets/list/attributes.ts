/** The attributes that lists of datasets filter on and count by. */
import { type SQL, sql } from 'drizzle-orm'
import { tables } from '../../db/client'
import type { Attribute } from '../../resources/list'
import { vocabulary } from '../../schema/concepts'

const { datasets } = tables

const inMetadata = (path: string, value = sql`item.value`): Attribute => ({
  value,
  of: sql`json_each(${datasets.metadata}, ${sql.raw(`'${path}'`)}) item`,
})
const inSchema = (value: SQL): Attribute => ({ value, of: sql`json_each(${datasets.published}, '$.schema') item` })
const refersTo = sql`item.value->>'$."x-refersTo"'`
/** The id of the concept of a field. */
const conceptId = sql.join(
  [
    sql`case ${refersTo}`,
    ...vocabulary('en').flatMap(({ id, identifiers }) =>
      // Constants: a D1 statement has 100 parameters at most.
      identifiers.map((identifier) => sql.raw(`when ${quoted(identifier)} then ${quoted(id)}`)),
    ),
    sql`end`,
  ],
  sql` `,
)

export const attributes = {
  status: { value: sql`iif(${datasets.nature} = 'metaOnly', null, ${datasets.status})` },
  draftStatus: { value: sql`${datasets.draft}->>'$.status'` },
  visibility: { value: sql`${datasets.visibility}` },
  type: { value: sql`${datasets.nature}` },
  title: { value: sql`${datasets.metadata}->>'$.title'` },
  spatial: { value: sql`${datasets.metadata}->>'$.spatial'` },
  // Titles may have commas, which separate the values of a filter.
  license: {
    value: sql`coalesce(nullif(${datasets.metadata}->>'$.license.href', ''), ${datasets.metadata}->>'$.license.title')`,
    display: sql`min(${datasets.metadata}->'$.license')`,
  },
  conformsTo: { value: sql`${datasets.metadata}->'$.conformsTo'` },
  keywords: inMetadata('$.keywords'),
  topics: { ...inMetadata('$.topics', sql`item.value->>'$.id'`), display: sql`min(item.value)` },
  publicationSites: inMetadata('$.publicationSites'),
  requestedPublicationSites: inMetadata('$.requestedPublicationSites'),
  services: inMetadata('$.extensions', sql`item.value->>'$.remoteService'`),
  children: inMetadata('$.virtual.children'),
  concepts: inSchema(refersTo),
  'short-concept': inSchema(conceptId),
  'field-type': inSchema(sql`item.value->>'$.type'`),
  'field-format': inSchema(sql`item.value->>'$.format'`),
} satisfies Record<string, Attribute>
export type AttributeName = keyof typeof attributes

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
