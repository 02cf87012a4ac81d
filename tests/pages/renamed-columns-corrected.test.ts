/** Renamed columns of a file that failed without them, and those of an earlier file, which are taken back. */
import { expect, test } from 'vitest'
import { keyFor } from '../support/applications'
import { lines, publish, read, untilFinalized, untilJournaled, untilSettled, upload } from '../support/datasets'
import { ask, refusal, send } from '../support/http'
import { page, submit } from './support'

const file = (header: string) => `${header},places\nDinan,1\nLannion,2\n`
const computed = { type: 'exprEval', expr: 'UPPER(town)', property: { key: 'upper', type: 'string' } }

async function replaced(options: { extensions?: object[] } = {}) {
  const key = await keyFor()
  const { id, schema } = await publish(file('town'), { key })
  const titled = schema.map((field) => (field.key === 'town' ? { ...field, title: 'Town hall' } : field))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: titled, ...options } })
  await untilFinalized(id, key)
  await upload(file('Town name'), { key, id, query: '?draft=never' })
  await untilSettled(id, key, '?draft=true')
  const review = async () => (await page(`/dataset/${id}/review`, { key })).html
  const decide = async (fields: Record<string, string>) =>
    (await submit(`/dataset/${id}/review`, fields, { key })).status
  return { id, key, review, decide }
}

test('a file that fails because an expression lacks its column offers to name the column, and is then published', async () => {
  const { id, key, review, decide } = await replaced({ extensions: [computed] })
  const html = await review()
  expect(html).toContain('The file could not be processed')
  expect(html).toMatch(/name="renamed:town"[\s\S]*value="town_name" selected/)
  expect(await decide({ action: 'rereadRenamed', 'renamed:town': 'town_name' })).toBe(303)
  await untilFinalized(id, key, '?draft=true')
  expect(await review()).not.toContain('name="anyway"')
  expect(await decide({ action: 'publish' })).toBe(303)
  await untilJournaled(id, key, 'draft-validated')
  const { schema } = await read(id, key)
  expect(schema[0]).toMatchObject({ key: 'town', title: 'Town hall', 'x-originalName': 'Town name' })
  expect((await lines(id, 'upper_eq=DINAN', key)).total).toBe(1)
})

test('a renamed column of an earlier file is read as a new one again', async () => {
  const { id, key, review, decide } = await replaced()
  expect(await decide({ action: 'publish', 'renamed:town': 'town_name' })).toBe(303)
  await untilJournaled(id, key, 'draft-validated')
  await upload(file('Town name'), { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  expect(await review()).toContain('The column “Town name” of the file is read as “Town hall”')
  expect(await decide({ action: 'separate', key: 'town' })).toBe(303)
  await untilFinalized(id, key, '?draft=true')
  const html = await review()
  expect(html).not.toContain('is read as')
  expect(html).toContain('name="renamed:town"')
  expect(await decide({ action: 'publish', 'renamed:town': '', anyway: 'true' })).toBe(303)
  await untilJournaled(id, key, 'draft-validated', 2)
  const { schema } = await read(id, key)
  expect(schema.map((field) => field.key).filter((one) => !one.startsWith('_'))).toEqual(['places', 'town_name'])
  // So are the next files.
  await upload(file('Town name'), { key, id, query: '?draft=never' })
  expect((await untilFinalized(id, key, '?draft=true')).schema.map((field) => field.key)).toContain('town_name')
})

test.each([
  [[{ fileKey: 'town_name', key: 'other' }], 'is not a published column'],
  [
    [
      { fileKey: 'town_name', key: 'town' },
      { fileKey: 'town_name', key: 'places' },
    ],
    'is named twice',
  ],
])('renamed columns that do not fit are refused: %j', async (renamedColumns, reason) => {
  const { id, key } = await replaced()
  const answer = await send(`/api/v1/datasets/${id}/draft`, { key, method: 'PATCH', json: { renamedColumns } })
  const text = await answer.clone().text()
  expect([await refusal(answer), text.includes(reason)]).toEqual([[400, 'body-invalid'], true])
})
