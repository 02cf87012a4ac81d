/** The values of a field and their labels. */
import { describe, expect, test } from 'vitest'
import { aggregated } from '../../support/aggregates'
import { ask, refusal, send } from '../../support/http'

describe('values', () => {
  test.each([
    ['values/color', ['blue', 'green', 'red']],
    ['values/color?sort=desc&size=2', ['red', 'green']],
    ['values/pop', [0, 4, 7, 13]],
    ['values/pop?stringify=true&color_eq=blue', ['0', '13']],
    ['values/flag', ['false', 'true']],
    ['values/day?size=1', ['2023-10-02']],
    ['values/at?size=1', ['2023-10-02T06:00:00.000Z']],
    ['values/thing?q=des&q_mode=complete', ['desk']],
    ['values/thing?q=ch*', ['chair']],
    ['values/color?q=desk', []],
    ['values-labels/thing?size=1', [{ value: 'bed', label: 'bed' }]],
  ])('%s gives %j', async (query, expected) => {
    const { path } = await aggregated()
    expect(await ask(`${path}/${query}`)).toEqual(expected)
  })

  test('an exact match comes first, then prefix matches by frequency', async () => {
    const { path } = await aggregated('word,more\nprefixes,x\nprefixes,y\nprefix,a long text beside it\nprefab,z\n')
    expect(await ask(`${path}/values/word?q=pref&q_mode=complete`)).toEqual(['prefixes', 'prefab', 'prefix'])
    expect(await ask(`${path}/values/word?q=prefix&q_mode=complete`)).toEqual(['prefix', 'prefixes'])
  })

  test('labels are returned with values, and alone when values are restricted to them', async () => {
    const { key, path } = await aggregated()
    const label = async (restricted: boolean) => {
      const schema = (await ask<{ schema: Record<string, unknown>[] }>(path)).schema.map((field) =>
        field.key === 'color'
          ? { ...field, 'x-labels': { blue: 'Blue', pink: 'Pink', red: '' }, 'x-labelsRestricted': restricted }
          : field,
      )
      await ask(path, { key, method: 'PATCH', json: { schema } })
    }
    await label(false)
    expect(await ask(`${path}/values-labels/color?size=2`)).toEqual([
      { value: 'blue', label: 'Blue' },
      { value: 'green', label: 'green' },
    ])
    await label(true)
    expect(await ask(`${path}/values-labels/color?size=1`)).toEqual([
      { value: 'blue', label: 'Blue' },
      { value: 'pink', label: 'Pink' },
      // An allowed value without a label.
      { value: 'red', label: 'red' },
    ])
  })

  test.each([
    ['values/nope', 'values-field-unknown'],
    ['values/color?size=1001', 'size-too-large'],
    ['values/color?sort=up', 'parameter-invalid'],
  ])('%s is refused as %s', async (query, code) => {
    const { path } = await aggregated()
    expect(await refusal(await send(`${path}/${query}`))).toEqual([400, code])
  })
})
