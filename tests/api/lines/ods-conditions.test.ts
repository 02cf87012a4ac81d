/** Conditions of the Opendatasoft-compatible API. */
import { beforeEach, describe, expect, test } from 'vitest'
import { json, send } from '../../support/http'
import { offered, search } from '../../support/ods'

describe('where', () => {
  let key: string
  let id: string
  let records: Awaited<ReturnType<typeof offered>>['records']
  beforeEach(async () => {
    ;({ key, id, records } = await offered())
  })

  const conditions: [string, string[]][] = [
    ['city = "Lyon"', ['k1', 'k3']],
    ["city: 'Lyon'", ['k1', 'k3']],
    ['NOT city = "Lyon"', ['k2', 'k4']],
    ['nb > 11', ['k2', 'k3']],
    ['nb >= 11 and nb < 33', ['k1', 'k2']],
    ['city="Paris" OR nb<10 AND flag=false', ['k2', 'k4']],
    ['(city="Paris" OR nb<10) AND nb>6', ['k2']],
    ['nb IN (5, 33)', ['k3', 'k4']],
    ['nb in [11 TO 22]', ['k1', 'k2']],
    ['nb in ]11..33[', ['k2']],
    ["'b' in tags", ['k1', 'k2']],
    ['tags = "a"', ['k1']],
    ['day is null', ['k4']],
    ['day is not null', ['k1', 'k2', 'k3']],
    ['day = null', ['k4']],
    ['flag = true', ['k1', 'k3']],
    ["city like 'kou*'", ['k4']],
    ['"lyon"', ['k1', 'k3']],
    ['search(city, "lyo")', ['k1', 'k3']],
    ['search(*, "kou")', ['k4']],
    ['search(city, "lyom")', ['k1', 'k3']],
    ['suggest(city, "lyom")', []],
    ['search("pari")', ['k2']],
    ["suggest(city, 'Par')", ['k2']],
    ["startswith(city, 'Ly')", ['k1', 'k3']],
    ["startswith(*, 'k2')", ['k2']],
    ['year(day) = 2017', ['k1', 'k2']],
    ['year(day) > 2017', ['k3']],
    ['year(at) < 2018', ['k1', 'k2']],
    ["day >= date'2017/10/11'", ['k2', 'k3']],
    ["at > date'2017-10-10T22:00'", ['k2', 'k3']],
    ['at < now(year=2017, month=10, day=11, hour=0)', ['k1']],
    ['at < now()', ['k1', 'k2', 'k3']],
    ['in_bbox(pos, 4, 45, 5, 46)', ['k1', 'k3']],
    ["within_distance(pos, geom'POINT (2.35 48.85)', 10km)", ['k2']],
    [`within_distance(pos, geom'{"type":"Point","coordinates":[4.83,45.76]}', 100m)`, ['k1']],
    ['`city` = "Lyon"', ['k1', 'k3']],
    ["intersects(pos, geom'POLYGON ((4 45, 5 45, 5 46, 4 46, 4 45))')", ['k1', 'k3']],
    ["within(pos, geom'POLYGON ((4 45, 4.84 45, 4 46, 4 45))')", []],
    ["within(pos, geom'POLYGON ((4 45, 4.84 45.755, 4.84 46, 4 46, 4 45))')", ['k1']],
    ["disjoint(pos, geom'POLYGON ((4 45, 5 45, 5 46, 4 46, 4 45))')", ['k2']],
    ["intersects(pos, geom'LINESTRING (4.83 45.76, 2.35 48.85)')", ['k1', 'k2']],
    [
      `intersects(pos, geom'{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[2.35,48.85]}}')`,
      ['k2'],
    ],
  ]
  test('conditions', async () => {
    for (const [where, expected] of conditions) {
      const { results } = await records({ where, select: 'id' })
      expect([where, results.map((row) => row.id)]).toEqual([where, expected])
    }
  })

  test('a date without an offset is in the requested time zone', async () => {
    const where = "at >= date'2018-02-01'"
    expect((await records({ where })).total_count).toBe(0)
    expect((await records({ where, timezone: 'Europe/Paris' })).total_count).toBe(1)
  })

  const invalid: [string, string][] = [
    ['where', 'city: Lyon'],
    ['where', 'city'],
    ['where', 'nope = 1'],
    ['where', '(nb > 1'],
    ['where', 'nb > 1 nb < 3'],
    ['where', 'nb = "x"'],
    ['where', `city = "${'x'.repeat(201)}"`],
    ['where', '('.repeat(500)],
    ['where', 'NOT '.repeat(400)],
    ['where', 'nb = 1; DROP TABLE lines'],
    ['where', "intersects(pos, geom'nothing')"],
    ['where', 'intersects(pos, 3)'],
    ['select', 'bbox(pos)'],
    ['group_by', 'range(nb, 20, 10)'],
    ['group_by', 'range(nb, *, *, 10)'],
    ['group_by', 'range(nb, *, 20, *), city'],
    ['group_by', "range(city, *, 'a', *)"],
    ['select', 'nope'],
    ['select', 'sum(nb'],
    ['select', 'year(city)'],
    ['select', "date_format(day, 'EEE')"],
    ['order_by', 'nope'],
    ['group_by', 'sum(nb)'],
    ['group_by', 'range(nb, 0)'],
    ['where', "startswith(nb, '2')"],
    ['where', "startswith(day, '2017')"],
    ['refine', 'nb:high'],
    ['refine', 'nope:1'],
    ['timezone', 'Nowhere/Land'],
    ['offset', '-1'],
    ['offset', '9999'],
    ['limit', 'x'],
  ]
  test('a malformed condition is refused with the name of its parameter', async () => {
    for (const [parameter, value] of invalid) {
      const response = await send(`/api/v1/datasets/${id}/compat-ods/records?${search({ [parameter]: value })}`, {
        key,
        headers: { 'accept-language': 'fr' },
      })
      expect([value, response.status]).toEqual([value, 400])
      expect((await json<{ detail: string }>(response)).detail).toContain(`le paramètre "${parameter}" est invalide :`)
    }
  })
})
