import { beforeEach, describe, expect, test } from 'vitest'
import type { LineSource } from '../../worker/lines'
import { ask, askFor, publish } from './tables'

/** Vannes, a point 1.5 km from the requested one, Fiji, Alaska, no position. */
const positions = [[47.6559, -2.7603], [47.7, -2.73], [-17.7, 178.8], [64.2, -149.5], null] as const

describe('positions', () => {
  let source: LineSource
  beforeEach(async () => {
    const rows = positions.map((_, at) => ({ name: `p${at + 1}` }))
    source = await publish([{ key: 'name', type: 'string' }], rows, new Map(), positions)
  })

  test.each<[string, number[]]>([
    ['bbox=-3,47,-2,48', [1, 2]],
    ['_c_bbox=-3,47,-2,48', [1, 2]],
    ['bbox=357,47,358,48', [1, 2]],
    ['bbox=170,-20,-140,70', [3, 4]],
    ['bbox=170,-20,220,70', [3, 4]],
    ['bbox=-180,-90,180,90', [1, 2, 3, 4]],
    ['bbox=-2.7603,47.6559,-2.7603,47.6559', [1]],
    ['xyz=63,44,7', [1, 2]],
    ['xyz=0,0,0', [1, 2, 3, 4]],
    ['geo_distance=-2.75,47.7,10km', [2, 1]],
    ['geo_distance=-2.75:47.7:10km', [2, 1]],
    ['geo_distance=-2.75,47.7,1600', [2]],
    ['geo_distance=-2.75,47.7,1 mi', [2]],
    ['geo_distance=-2.73,47.7', [2]],
    ['geo_distance=-2.73,47.7,0', [2]],
    ['geo_distance=-2.75,47.7', []],
    ['_c_geo_distance=-2.75,47.7,10km&sort=_i', [1, 2]],
    ['sort=_geo_distance:-2.75:47.7', [2, 1, 4, 3, 5]],
    ['sort=-_geo_distance:-2.75:47.7', [3, 4, 1, 2, 5]],
    ['bbox=', [1, 2, 3, 4, 5]],
  ])('%s gives %j', async (query, expected) => {
    const { results, total } = await ask(source, query)
    expect(results.map((line) => line._i)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  test('lines have their distance and position, even if not selected', async () => {
    const [line] = (await ask(source, 'geo_distance=-2.75,47.7,10km&select=name')).results
    expect(line).toEqual({ name: 'p2', _geopoint: '47.7,-2.73', _geo_distance: expect.any(Number), _score: null })
    expect(Object.keys(line ?? {}).slice(-2)).toEqual(['_score', '_geo_distance'])
    expect(line?._geo_distance).toBeGreaterThan(1_400)
    expect(line?._geo_distance).toBeLessThan(1_500)
  })

  test('pages are ordered by distance, lines without position last', async () => {
    for (const [sign, expected] of [
      ['', [2, 1, 4, 3, 5]],
      ['-', [3, 4, 1, 2, 5]],
    ] as const) {
      const seen: unknown[] = []
      let after = ''
      for (let turn = 0; turn < 8; turn++) {
        const page = await ask(source, `size=1&sort=${sign}_geo_distance:-2.7512345:47.7001${after}`)
        seen.push(...page.results.map((line) => line._i))
        if (page.cursor === undefined) break
        after = `&after=${encodeURIComponent(page.cursor)}`
      }
      expect(seen).toEqual(expected)
    }
  })

  test.each([
    'bbox=1,2,3',
    'bbox=1,2,3,x',
    'bbox=0,10,1,5',
    'bbox=1,2,3,',
    'xyz=1,1,0',
    'xyz=1,2',
    'xyz=0,0,99',
    'geo_distance=1',
    'geo_distance=1,100,3',
    'geo_distance=1,2,far',
    'geo_distance=1,2,3,4',
    'sort=_geo_distance:1',
    'sort=_geo_distance:1:2);DROP',
  ])('%s is refused', async (query) => {
    await expect(ask(source, query)).rejects.toMatchObject({ code: 'parameter-invalid', status: 400 })
  })

  test('the bounding box of matching lines is that of all pages', async () => {
    const { bounds, lines } = await ask(source, 'format=geojson&size=0&bbox=-3,47,-2,48')
    expect([bounds, lines]).toEqual([[-2.7603, 47.6559, -2.73, 47.7], []])
    expect((await ask(source, 'format=geojson&size=1&name_in=p1,p2')).bounds).toEqual([-2.7603, 47.6559, -2.73, 47.7])
    expect((await ask(source, 'format=geojson&q=p1')).bounds).toEqual([-2.7603, 47.6559, -2.7603, 47.6559])
    expect((await ask(source, 'format=geojson&name_eq=none')).bounds).toEqual([])
    const page = await ask(source, 'format=geojson&size=1&after=1')
    expect([page.total, page.bounds]).toEqual([undefined, [-149.5, -17.7, 178.8, 64.2]])
  })
})

test('without positions, filters by concept are ignored', async () => {
  const source = await publish([{ key: 'name', type: 'string' }], [{ name: 'a' }])
  expect(await askFor(source, '_i', '_c_bbox=1,2,3,4&_c_geo_distance=1,2,3')).toEqual([1])
})

describe('collapse', () => {
  let source: LineSource
  beforeEach(async () => {
    const values = [
      ['a', 1],
      ['b', 9],
      ['a', 3],
      [null, 5],
      ['b', 2],
      [null, 7],
      ['c', 4],
    ] as const
    source = await publish(
      [
        { key: 'group', type: 'string' },
        { key: 'n', type: 'integer' },
        { key: 'many', type: 'string', separator: ';' },
      ],
      values.map(([group, n]) => ({ group, n, many: null })),
    )
  })

  test.each<[string, number[]]>([
    ['', [1, 2, 4, 7]],
    ['&sort=-n', [2, 6, 7, 3]],
    ['&sort=n', [1, 5, 7, 4]],
    ['&size=2&page=2', [4, 7]],
    ['&n_gt=2', [2, 3, 4, 7]],
    ['&sort=-_i', [7, 6, 5, 3]],
  ])('keeps the first line of each value in the requested order (%j)', async (query, expected) => {
    expect(await askFor(source, '_i', `collapse=group${query}`)).toEqual(expected)
  })

  test('counts lines and values', async () => {
    expect(await ask(source, 'collapse=group')).toMatchObject({ total: 7, groups: 3, returned: 4 })
    expect(await ask(source, 'collapse=group&n_gt=4')).toMatchObject({ total: 3, groups: 1 })
    expect(await ask(source, 'collapse=group&q=b')).toMatchObject({ total: 2, groups: 1, returned: 1 })
  })

  test('is followed by cursor', async () => {
    const first = await ask(source, 'collapse=group&sort=n&size=2')
    const rest = await askFor(source, '_i', `collapse=group&sort=n&after=${first.cursor}`)
    expect([...first.results.map((line) => line._i), ...rest]).toEqual([1, 5, 7, 4])
  })

  test('is refused on a multi-valued field', async () => {
    await expect(ask(source, 'collapse=many')).rejects.toMatchObject({ code: 'collapse-refused', status: 400 })
  })
})
