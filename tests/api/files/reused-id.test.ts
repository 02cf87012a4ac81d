/** A dataset with the id of one that was deleted within the same second is another version for clients that have kept responses. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { publish, untilFinalized, upload } from '../../support/datasets'
import { send } from '../../support/http'

const secondOf = (date: string | null) => Math.floor(Date.parse(String(date)) / 1_000)
const paths = ['lines', 'values/name', 'metric_agg?metric=max&field=n', 'raw']

test('dates of responses differ from those of the deleted dataset', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nold,1\n', { key })
  const dates = await Promise.all(
    paths.map(async (path) => (await send(`/api/v1/datasets/${id}/${path}`, { key })).headers.get('last-modified')),
  )
  // The deletion and the creation are in one second.
  await scheduler.wait(1_000 - (Date.now() % 1_000))
  const deleted = Math.floor(Date.now() / 1_000)
  await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })
  await upload('name,n\nnew,2\n', { key, id, method: 'PUT' })
  await untilFinalized(id, key)
  for (const [at, path] of paths.entries()) {
    const headers = { 'if-modified-since': String(dates[at]) }
    const response = await send(`/api/v1/datasets/${id}/${path}`, { key, headers })
    expect([path, response.status]).toEqual([path, 200])
    expect(secondOf(response.headers.get('last-modified'))).toBeGreaterThan(deleted)
  }
})
