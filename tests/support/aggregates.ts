/** A small dataset and its aggregations. */
import { keyOf } from './accounts'
import { open, publish } from './datasets'
import { ask } from './http'

export const colors = [
  'color,thing,pop,flag,day,at,tags',
  'blue,desk,0,true,2023-10-02,2023-10-02T08:00:00+02:00,a ; b',
  'blue,desk,0,false,2023-10-31,2023-10-31T23:30:00+01:00,a',
  'blue,bed,13,true,2023-12-01,2023-12-01T00:10:00+01:00,b ; c',
  'red,desk,4,true,2023-12-05,2023-12-05T10:00:00Z,',
  'red,chair,,false,2023-12-31,2023-12-31T22:59:59Z,c',
  'green,,7,,,,',
].join('\n')

type Bucket = { total: number; value: unknown; results: unknown[]; aggs?: Bucket[] } & Record<string, unknown>
export type Agg = { total: number; aggs: Bucket[]; next?: string } & Record<string, unknown>

/** Publishes it for all to read. */
export async function aggregated(content = colors) {
  const key = await keyOf()
  const made = await publish(content, { key })
  const path = `/api/v1/datasets/${made.id}`
  await open(made.id, key)
  const schema = made.schema.map((field) => (field.key === 'tags' ? { ...field, separator: ' ; ' } : field))
  return { key, id: made.id, path, schema, agg: (query: string) => ask<Agg>(`${path}/values_agg?${query}`) }
}

/** Values and totals of the groups of the first level. */
export const pairs = ({ aggs }: Agg) => aggs.map(({ value, total }) => [value, total])
