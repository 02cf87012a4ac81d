/** The review of a file whose title another dataset of the account has. */
import { expect, test } from 'vitest'
import { keyOf, village } from '../support/accounts'
import { publish, untilFinalized, upload } from '../support/datasets'
import { origin } from '../support/http'
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
