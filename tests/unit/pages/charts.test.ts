/** Charts of a dataset: proposed columns, refused parameters, saving as an application. */
import { describe, expect, test } from 'vitest'
import { isMeasure } from '../../../applications/shared/charting/column'
import { chosen, mainColumn } from '../../../worker/pages/charts/chart-choice'
import { configurationOf } from '../../../worker/pages/charts/chart-configuration'
import { axisRangeOf } from '../../../worker/pages/charts/draw/axis'
import { stackOf, startOf } from '../../../worker/pages/charts/draw/bars'
import { chartColumn } from '../../../worker/previews/chart-column'
import type { Field } from '../../../worker/schema/field'
import type { FieldStatistics } from '../../../worker/schema/profile/field-statistics'

const town: Field = { key: 'town', type: 'string' }
const people: Field = { key: 'people', type: 'integer' }
const day: Field = { key: 'day', type: 'string', format: 'date' }
const kind: Field = { key: 'kind', type: 'string' }
const price: Field = { key: 'price', type: 'number' }
const fields = [town, people, day, kind, price]
const facts = (cardinality: number, more: Partial<FieldStatistics> = {}): FieldStatistics => ({
  ...{ filled: 100, empty: 0, cardinality, cardinalityExact: true, longValues: 0, maxBytes: 8, nonAscii: false },
  frequent: [],
  ...more,
})
const statistics = new Map([
  ['town', facts(100)],
  ['people', facts(90, { min: 0, max: 1_000 })],
  ['day', facts(90, { min: '2024-01-01', max: '2024-04-01' })],
  ['kind', facts(4)],
])
const read = (query: string, known = statistics, among: readonly Field[] = fields) =>
  chosen(new URLSearchParams(query), among, known)

function grouped(query: string) {
  const chart = read(query)?.chart
  if (!chart || !('group' in chart)) throw new Error('no groups')
  return chart
}

test.each([
  ['field=day&metric=cardinality', 'town'],
  ['field=day&metric=cardinality&metric_field=kind', 'kind'],
  ['field=town&metric=cardinality', 'people'],
])('distinct values are those of a column of any type: %s', (query, key) => {
  expect(grouped(query).metric).toMatchObject({ name: 'cardinality', field: { key } })
})

const years: Field[] = [
  { key: 'exercice', type: 'integer' },
  { key: 'opened', type: 'integer' },
  { key: 'floors', type: 'integer' },
]
test.each([
  ['field=exercice', 'label'],
  ['field=exercice&chart=line', 'label'],
  ['field=exercice&chart=pie', 'figure'],
  ['field=exercice&order=figure', 'figure'],
  ['field=exercice&chart=pie&order=label', 'figure'],
  ['field=opened', 'label'],
  ['field=floors&chart=area', 'label'],
  ['field=floors&order=-figure', '-figure'],
  ['field=town', 'figure'],
  ['field=town&order=label', 'label'],
])('the groups of %s are sorted by %s', (query, sort) => {
  const known = new Map([
    ['opened', facts(7, { min: 1960, max: 2_024 })],
    ['floors', facts(7, { min: 1, max: 7 })],
  ])
  expect(read(query, known, [...years, town])?.chart).toMatchObject({ sort })
})

test('a date with a concept is along a line', () => {
  const decided: Field = { ...day, 'x-refersTo': 'http://schema.org/Date' }
  const choice = read('chart=line', statistics, [people, price, decided])
  expect(choice && mainColumn(choice.chart).key).toBe('day')
})

test.each<[Field, boolean]>([
  [people, true],
  [{ key: 'age', type: 'integer' }, true],
  [{ key: 'surface', type: 'number' }, true],
  [{ key: 'prix', type: 'number', 'x-refersTo': 'https://schema.org/price' }, true],
  [{ key: 'code_postal', type: 'integer' }, false],
  [{ key: 'Identifiant', type: 'integer' }, false],
  [{ key: 'siret', type: 'integer' }, false],
  [{ key: 'agenda_uid', type: 'integer' }, false],
  [{ key: 'c', type: 'integer', title: 'N° de téléphone' }, false],
  [{ key: 'codeInsee', type: 'integer' }, false],
  [{ key: 'longitude', type: 'number' }, false],
  [{ key: 'plateau', type: 'number' }, true],
  [{ key: 'annee', type: 'integer' }, false],
  [{ key: 'lat', type: 'number', 'x-refersTo': 'http://schema.org/latitude' }, false],
])('%o is summed and averaged: %s', (field, measured) => {
  expect(isMeasure(chartColumn(field))).toBe(measured)
  for (const metric of ['sum', 'avg']) {
    const query = `field=town&metric=${metric}&metric_field=${field.key}`
    expect(read(query, new Map(), [town, field])?.chart).toMatchObject({
      metric: { name: measured ? metric : 'count' },
    })
  }
  // The greatest code of a group can still be asked.
  expect(read(`field=town&metric=max&metric_field=${field.key}`, new Map(), [town, field])?.chart).toMatchObject({
    metric: { name: 'max' },
  })
})

describe('the first chart', () => {
  test.each<[string, readonly Field[], object]>([
    ['values that repeat', fields, { look: 'bar', chart: { group: { key: 'kind' } } }],
    ['dates', [town, people, day], { look: 'bar', chart: { group: { key: 'day' }, step: 'week' } }],
    ['numbers', [town, people], { look: 'histogram', chart: { x: { key: 'people' } } }],
    ['no code', [{ key: 'siret', type: 'integer' }, people], { chart: { x: { key: 'people' } } }],
    [
      'no place',
      [{ key: 'lat', type: 'number', 'x-refersTo': 'http://schema.org/latitude' }, kind],
      { chart: { group: { key: 'kind' } } },
    ],
    ['the best of what there is', [town], { look: 'bar', chart: { group: { key: 'town' } } }],
  ])('is of %s', (_, among, choice) => {
    expect(read('', statistics, among)).toMatchObject(choice)
  })

  test.each<[string, Field[], [string, number][], string]>([
    [
      'numbers whose name is that of a code',
      [town, { key: 'numero_1', type: 'integer' }],
      [['numero_1', 100]],
      'numero_1',
    ],
    ['the text with the fewest values', [town, { key: 'street', type: 'string' }], [['street', 60]], 'street'],
  ])('is of %s, rather than of a text of which each row has its own', (_, among, counts, key) => {
    const known = new Map([['town', facts(100)]])
    for (const [name, count] of counts) known.set(name, facts(count, name === 'street' ? {} : { min: 0, max: 500 }))
    const chart = read('', known, among)?.chart
    expect(chart && mainColumn(chart).key).toBe(key)
  })

  test('is of words before codes, times and sentences', () => {
    const hours: Field = { key: 'hours', type: 'string' }
    const values = (...frequent: [string, number][]) => facts(frequent.length, { frequent })
    const known = new Map([
      ['hours', values(['20 - 22 septembre', 60], ['15 et 16 septembre', 20], ['Samedi', 20])],
      ['kind', values(['Visite libre', 60], ['Exposition', 20], ['Plus de 8 ans', 20])],
    ])
    expect(read('', known, [hours, kind])).toMatchObject({ chart: { group: { key: 'kind' } } })
    expect(read('', known, [hours])).toMatchObject({ chart: { group: { key: 'hours' } } })
    const sentence = 'a sentence of many words, which is longer than a name'
    known.set('hours', values([sentence, 60], [`another, ${sentence}`, 40]))
    expect(read('', known, [hours, kind])).toMatchObject({ chart: { group: { key: 'kind' } } })
  })

  test.each<[string, Field]>([
    ['an amount', { key: 'm', title: 'Montant réalisé', type: 'number' }],
    ['a quantity', { key: 'population_2020', type: 'integer' }],
  ])('adds up %s, unless something is asked for', (_, added) => {
    const among = [price, kind, added]
    expect(read('', statistics, among)).toMatchObject({ chart: { metric: { name: 'sum', field: { key: added.key } } } })
    for (const query of ['metric=count', 'field=kind']) {
      expect(read(query, statistics, among)).toMatchObject({ chart: { metric: { name: 'count' } } })
    }
  })

  test.each<Field>([
    { key: 'prix_unitaire', type: 'number' },
    { key: 'budget_code', type: 'integer' },
    { key: 'montant', type: 'string' },
  ])('counts rows beside %o', (field) => {
    expect(read('', statistics, [kind, field])).toMatchObject({ chart: { metric: { name: 'count' } } })
  })

  test('is split by columns whose values repeat', () => {
    const name: Field = { key: 'name', type: 'string' }
    const known = new Map([...statistics, ['name', facts(100)]])
    const offered = (count: number) =>
      read('field=town', new Map([...known, ['name', facts(count)]]), [town, kind, name])?.series.map(({ key }) => key)
    expect(offered(100)).toEqual(['kind'])
    expect(offered(12)).toEqual(['kind', 'name'])
    expect(read('field=town&series=name', known, [town, kind, name])).toMatchObject({ chart: { series: undefined } })
  })

  test('is absent without a column to group by', () => {
    expect(read('', statistics, [{ ...town, 'x-capabilities': { values: false } }])).toBeUndefined()
  })
})

describe('a choice', () => {
  test.each([
    ['chart=pie&field=town', { look: 'pie', chart: { kind: 'pie', top: 8, hasOther: true, series: undefined } }],
    [
      'chart=stacked&field=town&series=kind&top=5',
      { look: 'stacked', chart: { stacking: 'stacked', series: { key: 'kind' }, top: 5 } },
    ],
    [
      'chart=stacked&field=town&series=kind&metric=avg&metric_field=price',
      { look: 'stacked', chart: { kind: 'bar', stacking: 'grouped' } },
    ],
    [
      'chart=area&field=day&series=kind&metric=max&metric_field=price',
      { look: 'area', chart: { kind: 'line', stacking: 'grouped' } },
    ],
    [
      'chart=line&field=day&interval=month&series=kind',
      { chart: { kind: 'line', step: 'month', stacking: 'grouped' } },
    ],
    ['chart=scatter&field=people&metric_field=price', { chart: { x: { key: 'people' }, y: { key: 'price' } } }],
    ['chart=scatter&field=town', { chart: { x: { key: 'people' }, y: { key: 'price' } } }],
    ['chart=calendar&field=town', { look: 'calendar', chart: { group: { key: 'day' }, step: 'day' } }],
    ['chart=calendar&interval=month', { chart: { step: 'month' } }],
    ['chart=histogram&field=people&interval=50', { chart: { x: { key: 'people' } }, width: 50 }],
    ['field=people&metric=avg&metric_field=price', { look: 'bar', chart: { width: 50 } }],
    ['field=people&interval=value', { look: 'bar', width: undefined }],
    ['field=town&others=true&top=3', { chart: { hasOther: true, top: 25 } }],
    [
      'chart=none&field=none&metric=none&series=none',
      { look: 'bar', chart: { group: { key: 'kind' }, series: undefined } },
    ],
    ['field=town&metric=sum', { chart: { metric: { name: 'sum', field: { key: 'people' } } } }],
    ['field=town&metric=max&metric_field=none', { chart: { metric: { name: 'max', field: { key: 'people' } } } }],
    ['field=town&series=town', { chart: { series: undefined } }],
  ])('%s', (query, choice) => {
    expect(read(query)).toMatchObject(choice)
  })

  test('of a chart without suitable columns falls back to the available columns', () => {
    expect(read('chart=calendar', statistics, [town, kind])?.look).toBe('bar')
    expect(read('chart=scatter', statistics, [town, people])?.look).not.toBe('scatter')
  })
})

describe('saved configuration', () => {
  test.each<[string, object]>([
    ['field=kind', { data: { type: 'bar', group: 'kind', metric: 'count', top: 25 } }],
    [
      'chart=area&field=day&interval=week&series=kind&metric=sum&metric_field=price',
      {
        data: { type: 'area', step: 'week', series: 'kind', metric: 'sum', metricField: 'price' },
        display: { stacking: 'stacked' },
      },
    ],
    ['chart=histogram&field=people', { data: { type: 'histogram', x: 'people' } }],
    ['chart=scatter&field=people&metric_field=price', { data: { type: 'scatter', x: 'people', y: 'price' } }],
    ['chart=calendar', { data: { type: 'calendar', group: 'day', step: 'day', metric: 'count' } }],
    ['chart=histogram&field=people&interval=100', { data: { type: 'histogram', x: 'people', interval: 100 } }],
    [
      'chart=bar&field=people&metric=avg&metric_field=price&interval=50',
      { data: { type: 'bar', group: 'people', interval: 50, sort: 'label' }, display: { direction: 'vertical' } },
    ],
    ['chart=bar&field=town&others=true', { data: { others: true }, display: { direction: 'horizontal' } }],
    ['chart=pie&field=town&town_neq=Brest&q=a b', { data: { filters: 'town_neq=Brest&q=a+b&q_mode=and' } }],
  ])('of %s', (query, saved) => {
    const choice = read(query)
    if (!choice) throw new Error('no chart')
    expect(configurationOf(choice, new URLSearchParams(query))).toMatchObject(saved)
  })
})

test('groups of numbers and dates are requested by intervals', () => {
  expect(grouped('field=people&metric=avg&metric_field=price')).toMatchObject({ width: 50, step: undefined })
  expect(grouped('field=day')).toMatchObject({ step: 'week' })
  expect(grouped('field=day')).not.toHaveProperty('width')
})

describe('a drawing', () => {
  test.each<[number[], boolean, number[]]>([
    [[3, 7], false, [0, 2, 4, 6, 8]],
    [[-5, 5], false, [-6, -4, -2, 0, 2, 4, 6]],
    [[101, 109], true, [100, 102, 104, 106, 108, 110]],
    [[], true, [0, 1]],
    [[0, 0], false, [0, 1]],
  ])('of %j has the ticks %j', (values, isFree, ticks) => {
    expect(axisRangeOf(values, isFree).ticks).toEqual(ticks)
  })

  test('stacks negative values below, and positive values above', () => {
    expect([0, 1, 2].map((at) => startOf([2, -1, 3], at))).toEqual([0, 0, 2])
    expect(stackOf([2, -1, 3])).toEqual([-1, 5])
  })
})
