/** A dataset of shops, found by its column siret. */
import { type Dataset, publish, read, untilSettled } from './datasets'
import { ask } from './http'

export const siret = 'http://www.datatourisme.fr/ontology/core/1.0/#siret'
const shops = 'siret,name,tags,lat,lon\n"T""S*1",Bakery,a;b,48.1,-1.7\n002,Forge,,48.2,-1.6\n002,Mill,c,47.2,-1.5\n'
export const patch = (id: string, key: string, body: unknown) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: body })

export const bySiret = {
  title: 'By siret',
  id: 'siret',
  input: [{ type: 'equals', property: { key: 'siret' } }],
  sort: '-name',
}

export async function master(
  key: string,
  masterData: Record<string, unknown> = { bulkSearchs: [bySiret] },
): Promise<string> {
  const { id } = await publish(shops, { key, fileName: 'shops.csv' })
  const { schema } = await read(id, key)
  const concepts: Record<string, string> = {
    siret,
    lat: 'http://schema.org/latitude',
    lon: 'http://schema.org/longitude',
  }
  const fields = schema
    .filter((field) => !field['x-calculated'])
    .map((field) => ({
      ...field,
      ...(concepts[field.key] ? { 'x-refersTo': concepts[field.key] } : {}),
      ...(field.key === 'tags' ? { separator: ';' } : {}),
    }))
  await patch(id, key, { schema: fields })
  await untilSettled(id, key)
  await patch(id, key, { masterData })
  return id
}
