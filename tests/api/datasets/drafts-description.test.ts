/** The description in the draft of a published dataset. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, decideDraft, post, publish, read, untilFinalized, untilJournaled } from '../../support/datasets'
import { ask } from '../../support/http'

const described = { title: 'New title', description: 'New text', keywords: ['new'], extras: { a: 1 } }

const found = async (key: string) => (await ask<{ count: number }>('/api/v1/datasets?q=new', { key })).count

async function drafted() {
  const key = await keyOf()
  const { id } = await publish('name,n\nA,1\nB,2\n', { key })
  await ask(`/api/v1/datasets/${id}`, {
    key,
    method: 'PATCH',
    json: { title: 'Old title', description: 'Old text', origin: 'https://a.example' },
  })
  await post('name,n\nC,3\n', { key, id, query: '?draft=never', method: 'PUT' })
  await untilFinalized(id, key, '?draft=true')
  const patched = await ask<Dataset>(`/api/v1/datasets/${id}?draft=true`, {
    key,
    method: 'PATCH',
    json: { ...described, origin: null },
  })
  return { key, id, patched }
}

test('is in the draft alone', async () => {
  const { key, id, patched } = await drafted()
  expect(patched).toMatchObject(described)
  expect(patched).not.toHaveProperty('origin')
  expect(await read(id, key)).toMatchObject({
    title: 'Old title',
    description: 'Old text',
    origin: 'https://a.example',
  })
  expect(await read(id, key)).not.toHaveProperty('keywords')
  expect(await found(key)).toBe(0)
  // A second patch keeps what the first one changed.
  await ask(`/api/v1/datasets/${id}?draft=true`, { key, method: 'PATCH', json: { summary: 'Short' } })
  expect(await read(id, key, '?draft=true')).toMatchObject({ ...described, summary: 'Short' })
})

test('is published with the draft, and found', async () => {
  const { key, id } = await drafted()
  await decideDraft(id, 'POST', key)
  await untilJournaled(id, key, 'draft-validated')
  const dataset = await read(id, key)
  expect(dataset).toMatchObject(described)
  expect(dataset).not.toHaveProperty('origin')
  expect(await found(key)).toBe(1)
})

test('is dropped with the draft', async () => {
  const { key, id } = await drafted()
  await decideDraft(id, 'DELETE', key)
  expect(await read(id, key)).toMatchObject({ title: 'Old title', description: 'Old text' })
  expect(await read(id, key)).not.toHaveProperty('keywords')
})

test('continues in the draft of a further file', async () => {
  const { key, id } = await drafted()
  await post('name,n\nD,4\n', { key, id, query: '?draft=never', method: 'PUT' })
  await untilFinalized(id, key, '?draft=true')
  expect(await read(id, key, '?draft=true')).toMatchObject(described)
  expect(await read(id, key)).toMatchObject({ title: 'Old title' })
})
