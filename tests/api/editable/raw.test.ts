/** The lines of an editable dataset as a file, for super-administrators. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { operator } from '../../support/applications'
import { ask, refusal, send } from '../../support/http'

test('raw returns the CSV of all lines to a super-administrator, and 404 to others', async () => {
  const key = await keyOf()
  const schema = [
    { key: 'name', type: 'string' },
    { key: 'n', type: 'integer' },
  ]
  const { id, slug } = await ask<{ id: string; slug: string }>(
    '/api/v1/datasets',
    { key, json: { isRest: true, title: 'Trees', schema } },
    201,
  )
  const lines = [
    { _id: 'a', name: 'oak', n: 1 },
    { _id: 'b', name: 'ash; "tall"', n: 2 },
  ]
  await ask(`/api/v1/datasets/${id}/_bulk_lines`, { key, json: lines })
  const path = `/api/v1/datasets/${id}/raw`
  expect(await refusal(await send(path, { key }))).toEqual([404, 'data-file-missing'])
  const response = await send(path, { headers: await operator() })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain(`${slug}.csv`)
  const [head, ...rows] = (await response.text()).trim().split(/\r?\n/)
  expect(head).toBe('"_id","_updatedAt","name","n"')
  expect(rows.sort()).toEqual([
    expect.stringMatching(/^"?a"?,"?\d{4}-.*oak"?,1$/),
    expect.stringMatching(/^"?b"?,"?\d{4}-.*"ash; ""tall""",2$/),
  ])
})
