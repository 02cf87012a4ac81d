/** Deeply nested JSON of clients. */
import { expect, test } from 'vitest'
import { keyOf, town } from '../support/accounts'
import { makeApplication, registerBefore } from '../support/applications'
import { createEditable } from '../support/editable'
import { refusal, send } from '../support/http'

registerBefore()

const levels = 3_000
const nested = `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`
const type = (name: string) => ({ 'content-type': name })

test('in single lines and bulk requests', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'name', type: 'string' }] })
  const path = `/api/v1/datasets/${id}`
  const line = { key, body: nested, headers: type('application/json') }
  expect(await refusal(await send(`${path}/lines`, line))).toEqual([400, 'json-too-nested'])
  const bulk = { key, body: nested, headers: type('application/x-ndjson') }
  const answer = await send(`${path}/_bulk_lines`, bulk)
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('plus de 100 niveaux')])
})

test('in the configuration of an application', async () => {
  const key = await keyOf(town, { scopes: ['applications'] })
  const { id } = await makeApplication({ key })
  const sent = { key, method: 'PUT', body: nested, headers: type('application/json') }
  expect(await refusal(await send(`/api/v1/applications/${id}/configuration`, sent))).toEqual([400, 'json-too-nested'])
})
