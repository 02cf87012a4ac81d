/** The schema of a dataset in the OpenAPI description, checked against datasets of each kind. */
import { expect, test } from 'vitest'
import { datasetResponseSchema } from '../../../worker/datasets/metadata/response-schema'
import { keyOf } from '../../support/accounts'
import { publish, read } from '../../support/datasets'
import { createEditable } from '../../support/editable'
import { ask } from '../../support/http'
import { createVirtual } from '../../support/virtual'

type Description = {
  components: { schemas: Record<string, { properties: Record<string, unknown>; required: string[] }> }
}

test('responses of all kinds match the OpenAPI schema, without undocumented properties', async () => {
  const key = await keyOf()
  const file = await publish('name,day\nquince,2026-01-01\n', { key })
  const made = [
    file,
    await createEditable(key),
    await createVirtual(key, ['name'], { children: [file.id] }),
    await ask<{ id: string }>('/api/v1/datasets', { key, json: { isMetaOnly: true, title: 'Described' } }, 201),
  ]
  const { components } = await ask<Description>('/api/v1/api-docs.json')
  const { properties = {}, required = [] } = components.schemas.Dataset ?? {}
  expect(required).toEqual(expect.arrayContaining(['id', 'slug', 'title', 'owner', 'createdAt', 'updatedAt']))
  for (const { id } of made) {
    const dataset = await read(id, key)
    datasetResponseSchema.parse(dataset)
    expect(Object.keys(dataset).filter((name) => !(name in properties))).toEqual([])
  }
})
