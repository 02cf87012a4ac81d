/** With lines restricted to the active account, no route shows those of other accounts. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf, signedIn, town, village } from '../support/accounts'
import { type Dataset, lines, open, publish, untilFinalized, untilSettled } from '../support/datasets'
import { ask, send } from '../support/http'
import { createVirtual } from '../support/virtual'

let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  // Each twice: values that repeat are listed in a description.
  const each = `organization:${village.id},oursecret\norganization:${town.id},townsecret\nuser:nobody,theirsecret\n`
  const csv = `who,secret\n${each}${each}`
  const child = await publish(csv, { key })
  const schema = child.schema
    .filter((field) => !field['x-calculated'])
    .map((field) =>
      field.key === 'who' ? { ...field, 'x-refersTo': 'https://github.com/data-fair/lib/account' } : field,
    )
  await ask(`/api/v1/datasets/${child.id}`, { key, method: 'PATCH', json: { schema } })
  await untilFinalized(child.id, key)
  id = (await createVirtual(key, ['who', 'secret'], { children: [child.id], filterActiveAccount: true })).id
  await open(id, key)
})

test.each(['table', 'charts', 'table.csv'])('the page %s', async (tab) => {
  const { as } = await signedIn('vic', [{ organization: village.id, role: 'user' }])
  const response = await send(`/dataset/${id}/${tab}?field=secret`, { headers: as(village.id) })
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text).toContain('oursecret')
  expect(text).not.toMatch(/townsecret|theirsecret/)
})

test('descriptions list no values', async () => {
  const stranger = await keyOf(village)
  const schema = await (await send(`/api/v1/datasets/${id}/schema`, { key: stranger })).text()
  expect(schema).toContain('secret')
  expect(schema).not.toMatch(/oursecret|townsecret|theirsecret/)
})

test('initFrom of a file dataset copies the lines of the account of the caller', async () => {
  const stranger = await keyOf(village)
  const json = { title: 'Copy', initFrom: { dataset: id, parts: ['data'] } }
  const copy = await ask<Dataset>('/api/v1/datasets', { key: stranger, json }, 201)
  await untilFinalized(copy.id, stranger)
  expect((await lines(copy.id, 'select=secret', stranger)).results).toMatchObject([
    { secret: 'oursecret' },
    { secret: 'oursecret' },
  ])
})

test('initFrom of an editable dataset is refused, except to the owners of the lines', async () => {
  const stranger = await keyOf(village)
  const schema = [{ key: 'secret', type: 'string' }]
  const json = { isRest: true, title: 'Copy', schema, initFrom: { dataset: id, parts: ['data'] } }
  const copy = await ask<Dataset>('/api/v1/datasets', { key: stranger, json }, 201)
  expect((await untilSettled(copy.id, stranger)).status).toBe('error')
  expect((await lines(copy.id, '', stranger)).total).toBe(0)
  const whole = await ask<Dataset>('/api/v1/datasets', { key, json }, 201)
  await untilFinalized(whole.id, key)
  expect((await lines(whole.id, '', key)).total).toBe(6)
})
