/** Extensions read other datasets with the permissions of the owner and of the user who adds them. */
import { expect, test } from 'vitest'
import { keyOf, signedIn, town, village } from '../support/accounts'
import { lines, open, publish, untilSettled } from '../support/datasets'
import { createEditable, postLine } from '../support/editable'
import { refusal, send } from '../support/http'

const csv = 'code,secret\n1,hidden\n'
const extension = (id: string) => ({
  active: true,
  type: 'remoteService',
  remoteService: `dataset:${id}`,
  action: 'equals_code',
  inputs: { code: 'code' },
  propertyPrefix: '_x',
})
const schema = [{ key: 'code', type: 'string' }]
const extend = (id: string, key: string, source: string) =>
  send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { extensions: [extension(source)] } })

test('a private dataset of another account discloses neither values nor column names', async () => {
  const [own, other] = [await keyOf(town), await keyOf(village)]
  const source = (await publish(csv, { key: other })).id
  const { id } = await createEditable(own, { schema })
  const response = await extend(id, own, source)
  const text = await response.clone().text()
  expect(await refusal(response)).toEqual([403, 'master-data-refused'])
  expect(text).not.toContain('secret')
  const body = { isRest: true, title: 'T', schema, extensions: [extension(source)] }
  const created = await send('/api/v1/datasets', { key: own, json: body })
  expect(await refusal(created)).toEqual([403, 'master-data-refused'])
})

test('a dataset that becomes private gives no more values', async () => {
  const [own, other] = [await keyOf(town), await keyOf(village)]
  const source = (await publish(csv, { key: other })).id
  await open(source, other)
  const { id } = await createEditable(own, { schema })
  expect((await extend(id, own, source)).status).toBe(200)
  await untilSettled(id, own)
  await postLine(id, own, { code: '1' })
  expect((await lines(id, '', own)).results).toMatchObject([{ '_x.secret': 'hidden' }])
  await send(`/api/v1/datasets/${source}/permissions`, { method: 'PUT', key: other, json: [] })
  expect((await postLine(id, own, { code: '1' })).status).toBe(201)
  const { results } = await lines(id, 'sort=_i', own)
  expect(results).toMatchObject([{ '_x.secret': 'hidden' }, { '_x.error': expect.stringContaining(source) }])
  expect(results[1]).not.toHaveProperty('_x.secret')
})

test('whoever writes a dataset adds no column of a source that only its owner reads', async () => {
  const key = await keyOf(town)
  const source = (await publish('code,who,salary\n1,boss,5000\n', { key })).id
  await send(`/api/v1/datasets/${source}/permissions`, { method: 'PUT', key, json: [] })
  const { id } = await createEditable(key, { schema })
  const writer = { type: 'user', id: 'eve', classes: ['list', 'read', 'write'] }
  await send(`/api/v1/datasets/${id}/permissions`, { method: 'PUT', key, json: [writer] })
  const eve = (await signedIn('eve')).headers
  const sent = (changes: object, headers?: Record<string, string>) =>
    send(`/api/v1/datasets/${id}`, {
      method: 'PATCH',
      ...(headers ? { headers } : { key }),
      json: { extensions: [{ ...extension(source), select: ['who'], ...changes }] },
    })
  const refused = [403, 'master-data-refused']
  expect(await refusal(await sent({}, eve))).toEqual(refused)
  expect((await sent({ active: false }, eve)).status).toBe(200)
  expect(await refusal(await sent({ active: true }, eve))).toEqual(refused)
  expect((await sent({ active: true })).status).toBe(200)
  await untilSettled(id, key)
  expect(await refusal(await sent({ select: ['salary'] }, eve))).toEqual(refused)
  expect(await refusal(await sent({ select: ['who', 'salary'] }, eve))).toEqual(refused)
  expect(await refusal(await sent({ select: [] }, eve))).toEqual(refused)
  // Columns that are shown already may stay, and be hidden.
  expect((await sent({ select: ['who'], propertyPrefix: '_y' }, eve)).status).toBe(200)
  expect((await sent({ active: false }, eve)).status).toBe(200)
})

test('search and preview have the limits of expressions', async () => {
  const key = await keyOf(town)
  const expr = 'f(x) = f(x); f(code)'
  const property = { key: 'out', type: 'string' }
  const extensions = [{ active: true, type: 'exprEval', expr, property }]
  const { id } = await createEditable(key, { schema, extensions })
  const response = await send(`/api/v1/datasets/${id}/_simulate-extension`, { key, json: { code: '1' } })
  expect(await refusal(response)).toEqual([400, 'line-invalid'])
})
