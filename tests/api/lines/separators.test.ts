/** The separator of a CSV, and the language of a workbook in caches. */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { publish } from '../../support/datasets'
import { refusal, send } from '../../support/http'

test('a separator has a few characters at most', async () => {
  const key = await keyOf()
  const { id } = await publish('a,b\n1,2\n', { key })
  const read = (sep: string) => send(`/api/v1/datasets/${id}/lines?format=csv&sep=${sep}`, { key })
  const { maxSeparatorChars } = limits.lines
  expect(await (await read('|'.repeat(maxSeparatorChars))).text()).toContain('||||')
  expect(await refusal(await read('|'.repeat(maxSeparatorChars + 1)))).toEqual([400, 'parameter-invalid'])
})

test('a workbook is valid by its date, and caches keep one for each language', async () => {
  const key = await keyOf()
  const { id } = await publish('a,b\n1,2\n', { key })
  const path = `/api/v1/datasets/${id}/lines?format=xlsx`
  const first = await send(path, { key })
  expect(first.headers.get('vary')).toContain('accept-language')
  const headers = { 'if-modified-since': first.headers.get('last-modified') ?? new Date().toUTCString() }
  expect((await send(path, { key, headers })).status).toBe(304)
})
