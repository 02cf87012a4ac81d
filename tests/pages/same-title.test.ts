/** The review of a file whose title another dataset of the account has. */
import { expect, test } from 'vitest'
import { keyOf, village } from '../support/accounts'
import { publish, untilFinalized, upload } from '../support/datasets'
import { ask, origin } from '../support/http'
import { page } from './support'

const reviewed = async (fileName: string, key: string) => {
  const { id } = await upload('name,n\nA,1\n', { key, query: '?draft=true', fileName })
  await untilFinalized(id, key, '?draft=true')
  return { id, html: (await page(`/dataset/${id}/review`, { key })).html }
}

test('the file of a dataset with the same title can be replaced instead', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nA,1\n', { key, fileName: 'bike racks.csv' })
  expect((await reviewed('bike racks.csv', key)).html).toContain(`href="${origin}/dataset/${id}/replace"`)
  expect((await reviewed('other racks.csv', key)).html).not.toContain('Replace its file instead')
})

test('datasets of other accounts are not named', async () => {
  await publish('name,n\nA,1\n', { key: await keyOf(), fileName: 'bike racks.csv' })
  const key = await keyOf(village)
  expect((await reviewed('bike racks.csv', key)).html).not.toContain('Replace its file instead')
})

test('published datasets are named whatever drafts there are, by their title or the name of their file', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nA,1\n', { key, fileName: 'bike racks.csv' })
  for (const _ of [1, 2, 3]) await reviewed('bike racks.csv', key)
  expect((await reviewed('bike racks.csv', key)).html).toContain(`href="${origin}/dataset/${id}/replace"`)
  // Named by people, its file is the same.
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { title: 'Racks of the town' } })
  const renamed = (await reviewed('bike racks.csv', key)).html
  expect(renamed).toContain('There is already a dataset “Racks of the town”.')
  expect(renamed).toContain(`href="${origin}/dataset/${id}/replace">Replace its file instead`)
  const second = await publish('name,n\nB,1\n', { key, fileName: 'bike racks.csv' })
  const both = (await reviewed('bike racks.csv', key)).html
  expect(both).toContain(`href="${origin}/dataset/${id}/replace">Replace the file of “Racks of the town” instead</a>`)
  expect(both).toContain(`href="${origin}/dataset/${second.id}/replace"`)
})

test('a draft alone is not offered', async () => {
  const key = await keyOf()
  await reviewed('bike racks.csv', key)
  expect((await reviewed('bike racks.csv', key)).html).not.toContain('There is already')
})
