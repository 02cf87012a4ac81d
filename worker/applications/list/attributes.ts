/** The attributes that lists of applications filter on and count by. */
import { sql } from 'drizzle-orm'
import { tables } from '../../db/client'
import type { Attribute } from '../../resources/list'

const { applications, applicationReferences } = tables

const inMetadata = (path: string, value = sql`item.value`): Attribute => ({
  value,
  of: sql`json_each(${applications.metadata}, ${sql.raw(`'${path}'`)}) item`,
})
const referred = (kind: 'dataset' | 'application'): Attribute => ({
  value: sql`item.target`,
  of: sql`${applicationReferences} item`,
  on: sql`item.application_id = ${applications}.id and item.kind = ${kind}`,
})
const url: Attribute = { value: sql`${applications.url}` }

export const attributes = {
  status: { value: sql`${applications.status}` },
  visibility: { value: sql`${applications.visibility}` },
  url,
  'base-application': url,
  dataset: referred('dataset'),
  application: referred('application'),
  topics: { ...inMetadata('$.topics', sql`item.value->>'$.id'`), display: sql`min(item.value)` },
  publicationSites: inMetadata('$.publicationSites'),
  requestedPublicationSites: inMetadata('$.requestedPublicationSites'),
} satisfies Record<string, Attribute>
export type AttributeName = keyof typeof attributes
