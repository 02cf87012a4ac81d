import { expect, test } from 'vitest'
import { capabilitiesAfter, offeredCapabilities } from '../../../worker/pages/publish/capabilities'
import { correctedSchema } from '../../../worker/pages/publish/corrections'
import type { Field } from '../../../worker/schema/field'

const text: Field = { key: 'town', type: 'string' }
const forText = ['index', 'values', 'textStandard', 'text', 'insensitive', 'wildcard']
const shown = forText
const ofText = ['index', 'values', 'textStandard', 'text', 'insensitive']

test('columns are offered the queries of their type', () => {
  expect(offeredCapabilities(text)).toEqual(forText)
  expect(offeredCapabilities({ key: 'people', type: 'integer' })).toEqual(['index', 'values', 'textStandard'])
  const geometry = 'https://purl.org/geojson/vocab#geometry'
  expect(offeredCapabilities({ ...text, 'x-refersTo': geometry })).toEqual([])
})

test('only what a form changes is stored', () => {
  expect(capabilitiesAfter(text, { chosen: ofText, shown })).toBeUndefined()
  expect(capabilitiesAfter(text, { chosen: forText, shown })).toEqual({ wildcard: true })
  const set = { ...text, 'x-capabilities': { wildcard: true, textAgg: true } }
  expect(capabilitiesAfter(set, { chosen: forText, shown })).toBe(set['x-capabilities'])
  expect(capabilitiesAfter(set, { chosen: ['index'], shown })).toEqual({
    ...{ textAgg: true, wildcard: false },
    ...{ values: false, textStandard: false, text: false, insensitive: false },
  })
  // The form of a number has no queries of texts.
  expect(capabilitiesAfter(text, { chosen: ['index'], shown: ['index', 'values'] })).toEqual({ values: false })
})

test('a form without queries leaves them unchanged', () => {
  const version = { schema: [{ ...text, 'x-capabilities': { index: false } }] }
  expect(correctedSchema(version, new URLSearchParams())).toEqual(version.schema)
  const none = new URLSearchParams({ 'capabilities-0': shown.join() })
  expect(correctedSchema(version, none)[0]?.['x-capabilities']).toMatchObject({ index: false, values: false })
})
