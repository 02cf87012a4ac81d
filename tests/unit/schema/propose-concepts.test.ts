/** Concepts and types proposed from names and values: tables of columns, and published files. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import type { Field } from '../../../worker/schema/field'
import { columnKeys } from '../../../worker/schema/keys/column-keys'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'
import { type ObservedColumn, proposals } from '../../../worker/schema/proposals/propose-concepts'
import { root } from '../../architecture/sources'

/** The columns of a table, profiled as the analysis of a file does. */
function observed(headers: string[], rows: string[][]): ObservedColumn[] {
  const { columns } = columnKeys(headers)
  return columns.flatMap(({ index, key, originalName }) => {
    const profile = new FieldProfile({ left: limits.schema.maxTrackedValuesInAll })
    for (const row of rows) profile.add(row[index] ?? '')
    const detected = profile.detected(key, originalName)
    if (!detected) return []
    const statistics = profile.statistics()
    const values = [...new Set(rows.map((row) => row[index] ?? '').filter(Boolean))].slice(0, 200)
    const field: Field = {
      key,
      type: detected.type,
      'x-originalName': originalName,
      ...(detected.format ? { format: detected.format } : {}),
    }
    return [{ field, statistics, values }]
  })
}

const proposed = (headers: string[], rows: string[][]) =>
  Object.fromEntries([...proposals(observed(headers, rows))].map(([key, { concept, type }]) => [key, concept ?? type]))

test.each<[string, string[], string[][], Record<string, string>]>([
  [
    'a pair',
    ['Name', 'Latitude', 'Longitude'],
    [
      ['a', '48.1', '-3.2'],
      ['b', '48.2', '-3.1'],
    ],
    { name: 'label', latitude: 'latitude', longitude: 'longitude' },
  ],
  ['short names', ['lat', 'lng'], [['48.1', '-3.2']], { lat: 'latitude', lng: 'longitude' }],
  [
    'x and y in degrees',
    ['X', 'Y'],
    [
      ['-3.25', '48.12'],
      ['-3.15', '48.22'],
    ],
    { x: 'longitude', y: 'latitude' },
  ],
  ['x and y of a projection', ['X', 'Y'], [['352000.5', '6789000.5']], {}],
  [
    'whole x and y',
    ['x', 'y'],
    [
      ['1', '2'],
      ['3', '4'],
    ],
    {},
  ],
  ['a latitude alone', ['lat', 'n'], [['48.1', '2']], {}],
  ['out of range', ['lat', 'lon'], [['148.1', '-3.2']], {}],
  [
    'a range of dates',
    ['Date de début', 'Date de fin'],
    [['2024-01-01', '2024-02-01']],
    { date_de_debut: 'startDate', date_de_fin: 'endDate' },
  ],
  ['from and to', ['From', 'To'], [['2024-01-01', '2024-02-01']], { from: 'startDate', to: 'endDate' }],
  ['the start of an event', ['event start'], [['2024-01-01']], { event_start: 'startDate' }],
  ['a start without an end', ['start date', 'n'], [['2024-01-01', '1']], { start_date: 'date' }],
  [
    'dates of openings, creations and births',
    ["date d'ouverture", 'fermeture', 'opening date', 'Date de création', 'birth date', 'date de dernière mise à jour'],
    [['1960-01-01', '2019-01-01', '1960-01-01', '1960-01-01', '1960-01-01', '2024-01-01']],
    {},
  ],
  ['one value of two coordinates', ['geo_point_2d'], [['48.1, -3.2'], ['48.2, -3.1']], { geo_point_2d: 'latLon' }],
  ['geometries by their values', ['forme'], [['POINT(1 2)'], ['LINESTRING(1 2,3 4)']], { forme: 'geometry' }],
  ['numbers of establishments by their check digit', ['etab'], [['73282932000074']], { etab: 'siret' }],
  ['14 digits that are no number of an establishment', ['etab'], [['73282932000075']], {}],
  [
    'postal and INSEE codes',
    ['code_postal', 'code_insee'],
    [
      ['22100', '22050'],
      ['22200', '22070'],
    ],
    { code_postal: 'postalCode', code_insee: 'codeCommune' },
  ],
  ['a code of words', ['code postal'], [['unknown']], {}],
  [
    'e-mail, URL, pictures',
    ['contact', 'site_web', 'visuel'],
    [['a@b.fr', 'https://b.fr/', 'https://b.fr/a.JPG?w=3']],
    { contact: 'email', site_web: 'webPage', visuel: 'image' },
  ],
  [
    'a code of another kind is text',
    ['code_produit', 'prix'],
    [
      ['12', '3'],
      ['14', '9'],
    ],
    { code_produit: 'string' },
  ],
  ['quantities', ['population', 'surface'], [['12000', '3.5']], {}],
  ['two columns of one concept', ['email', 'email2'], [['a@b.fr', 'c@d.fr']], { email: 'email' }],
])('%s', (_, headers, rows, expected) => {
  expect(proposed(headers, rows)).toEqual(expected)
})

test('a column with a concept, and a concept already in use, are unchanged', () => {
  const columns = observed(['lat', 'lon'], [['48.1', '-3.2']]).map((column) => ({
    ...column,
    field: { ...column.field, 'x-refersTo': 'http://example.org/other' },
  }))
  expect(proposals(columns).size).toBe(0)
})

test('the reason describes the evidence', () => {
  const found = proposals(
    observed(
      ['lat', 'lon', 'mel'],
      [
        ['48.1', '-3.2', 'a@b.fr'],
        ['48.9', '-3', 'c@d.fr'],
      ],
    ),
  )
  expect(found.get('lat')?.reason).toEqual({ key: 'range', min: 48.1, max: 48.9 })
  expect(found.get('mel')?.reason).toEqual({ key: 'values', sample: 'a@b.fr' })
})

const folder = join(root, '../shared/data')
describe.skipIf(!existsSync(folder))('published files', () => {
  test.each<[string, object, Record<string, string>]>([
    [
      'Antennes du CD22.csv',
      {},
      {
        sites: 'label',
        adresse: 'address',
        codepostal: 'postalCode',
        cdinseecommune: 'codeCommune',
        ville: 'city',
        tel: 'tel',
        lat: 'latitude',
        lon: 'longitude',
      },
    ],
    ['ouverture.csv', { delimiter: ';' }, { date: 'date', lib: 'label' }],
    ['attachments.csv', {}, { date: 'date' }],
    ['salles-sur-yffiniac-6.csv', {}, {}],
  ])('%s', (name, options, expected) => {
    const [headers = [], ...rows] = parse(readFileSync(join(folder, name)), {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      ...options,
    }) as string[][] // of texts
    expect(proposed(headers, rows)).toEqual(expected)
  })
})

test('numbers with a unit: a type where all values were seen, else only how they are written', () => {
  const column = (cardinality: number): ObservedColumn => ({
    field: { key: 'price', type: 'string', 'x-originalName': 'Price' },
    statistics: { filled: 900, cardinality },
    values: ['12 €', '1 300,5 €'],
  })
  const notation = { unit: '€', decimal: ',' }
  expect(proposals([column(2)]).get('price')).toEqual({
    ...{ type: 'number', notation, reason: { key: 'unit', sample: '12 €', unit: '€' } },
  })
  expect(proposals([column(900)]).get('price')).toEqual({
    ...{ notation, reason: { key: 'someUnit', sample: '12 €', unit: '€' } },
  })
})

test('towns with a district are found, and long values that only begin like one are read quickly', () => {
  const rows = ['Paris 1 ER', 'Lyon 3EME ARRONDISSEMENT', 'Marseille 12', 'Saint-Malo'].map((town) => [town])
  expect(proposed(['Ville'], rows)).toEqual({ ville: 'city' })
  const begun = performance.now()
  expect(proposed(['Ville'], [[`Paris 1${'A'.repeat(100)}!`]])).toEqual({})
  expect(performance.now() - begun).toBeLessThan(1_000)
})

test.each<[string[], number, string | undefined]>([
  [['Y', 'N'], 2, 'boolean'],
  [['y', 'n', 'yes', 'Non'], 4, 'boolean'],
  [['Y'], 1, 'boolean'],
  [['N'], 1, undefined],
  [['N', 'S'], 2, undefined],
  [['Y', '0'], 2, undefined],
  [['X', 'Y'], 2, undefined],
  [['Y', 'N'], 3, undefined],
])('the values %j of %i are proposed as %s', (values, cardinality, type) => {
  const field = { key: 'active', type: 'string', 'x-originalName': 'Active' } as const
  expect(proposals([{ field, statistics: { filled: 90, cardinality }, values }]).get('active')?.type).toBe(type)
})

test.each<[number | undefined, string | undefined]>([
  [0, 'date'],
  [1, undefined],
  [undefined, undefined],
])('dates with months of which %s of all values are not are proposed as %s', (invalid, type) => {
  const near = invalid === undefined ? {} : { near: { date: { invalid, samples: [] } } }
  const field = { key: 'paid', type: 'string', 'x-originalName': 'Paid' } as const
  const column = {
    field,
    statistics: { filled: 900, cardinality: 900, ...near },
    values: ['5 Mar 2024', '14 July 2024'],
  }
  expect(proposals([column]).get('paid')?.type).toBe(type)
})
