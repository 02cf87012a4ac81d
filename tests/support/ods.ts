/** A dataset behind the Opendatasoft-compatible API. */
import { env } from 'cloudflare:workers'
import { keyOf, town } from './accounts'
import { publish, untilFinalized } from './datasets'
import { ask, send } from './http'

export type Records = { total_count: number; results: Record<string, unknown>[] }

const csv = `id,nb,city,day,at,tags,flag,pos
k1,11,Lyon,2017-10-10,2017-10-10T21:30:00Z,a;b,true,"45.76,4.83"
k2,22,Paris,2017-10-11,2017-10-11T08:00:00+02:00,b,false,"48.85,2.35"
k3,33,Lyon,2018-02-01,2018-01-31T23:30:00Z,,true,"45.75,4.85"
k4,5,Koubia,,,c,false,
`

/** Lets the town offer this API. */
export async function offer(isOffered = true): Promise<void> {
  await env.DB.prepare(
    "insert into settings (owner_type, owner_id, department, body, version, updated_at) values ('organization', ?1, '', ?2, 1, '2026-01-01') on conflict do update set body = ?2",
  )
    .bind(town.id, JSON.stringify({ compatODS: isOffered }))
    .run()
}

export const search = (query: Record<string, string>) => new URLSearchParams(query).toString()

/** Publishes the lines above, offered: its records, and its exports as they are answered. */
export async function offered() {
  const key = await keyOf()
  await offer()
  const dataset = await publish(csv, { key })
  const schema = dataset.schema
    .filter((field) => !field['x-calculated'])
    .map((field) => {
      if (field.key === 'tags') return { ...field, separator: ';' }
      return field.key === 'pos'
        ? { ...field, 'x-refersTo': 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long' }
        : field
    })
  const { id } = dataset
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema } })
  await untilFinalized(id, key)
  const records = (query: Record<string, string>) =>
    ask<Records>(`/api/v1/datasets/${id}/compat-ods/records?${search(query)}`, { key })
  const file = async (format: string, query: Record<string, string> = {}, version = 'v2.1') =>
    send(`/api/v1/compat-ods/${version}/catalog/datasets/${id}/exports/${format}?${search(query)}`, { key })
  return { key, id, records, file }
}
