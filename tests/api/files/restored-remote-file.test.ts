/** A restored dataset with a remote file: its collector comes back with its schedule. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { hosts } from '../../support/application-pages'
import { type Dataset, lines, read, untilFinalized } from '../../support/datasets'
import { ask, send } from '../../support/http'
import { rows } from '../../support/stored'
import { eventually } from '../../support/wait'

const url = 'https://files.example.org/places.csv'
const dayMs = 86_400_000

test.each([true, false])('a restored dataset has its remote file, updated daily: %s', async (active) => {
  const key = await keyOf()
  hosts({ [url]: () => new Response('name\nA\n') })
  const json = { remoteFile: { url, autoUpdate: { active } } }
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json }, 201)
  await untilFinalized(id, key)
  await eventually(async () =>
    expect(await rows("select id from collector_runs where status in ('triggered', 'running')")).toEqual([]),
  )
  expect((await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })).status).toBe(204)
  expect(await rows('select id from collectors')).toEqual([])
  expect((await send(`/api/v1/deleted-datasets/${id}/restore`, { method: 'POST', key, json: {} })).status).toBe(204)
  const { remoteFile } = await read(id, key)
  expect(remoteFile).toMatchObject({ url, autoUpdate: { active } })
  const { autoUpdate } = remoteFile as { autoUpdate: { nextUpdate?: string } } // of the document
  expect(Date.parse(autoUpdate.nextUpdate ?? '') > Date.now() + dayMs - 120_000).toBe(active)
  expect((await lines(id, '', key)).total).toBe(1)
})
