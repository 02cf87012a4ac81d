/** The state of a table in its address: search mode, layout of columns; geometries and matches in cells. */
import { describe, expect, test } from 'vitest'
import { marker, type SearchRequest } from '../../../worker/lines'
import { mergedValues, readList, toggledValue, valuesIn } from '../../../worker/pages/filters/value-filter'
import { say } from '../../../worker/pages/messages'
import { readSharedView } from '../../../worker/pages/share/shared-view'
import { geometryText } from '../../../worker/pages/table/geometry'
import { fromMatch } from '../../../worker/pages/table/highlighted-text'
import { columnLayout, widthsOf, withWidth } from '../../../worker/pages/table/layout'
import {
  apiQuery,
  fileNameOf,
  hasSeveralWords,
  isFiltered,
  keptQuery,
  linesQuery,
  withoutFilters,
} from '../../../worker/pages/table/state'
import type { Field } from '../../../worker/schema/field'

const params = (query: string) => new URLSearchParams(query)

describe('the search', () => {
  test.each([
    ['', ''],
    ['q=a', 'q=a&q_mode=and'],
    ['q=a&q_mode=or', 'q=a&q_mode=or'],
    ['q=a&q_mode=adapt', 'q=a&q_mode=and'],
    ['q=a&q_mode=complete&column=x&widths=a:1&figures=found', 'q=a&q_mode=complete'],
    ['town_eq=Brest&fixed=town', 'town_eq=Brest'],
  ])('%s requests %s from the API', (query, asked) => {
    expect(apiQuery(params(query)).toString()).toBe(asked)
  })

  test('other tabs keep the search, the layout and their own settings, and count the same rows', () => {
    expect(keptQuery(params('q=a&select=x&sort=x&column=y&line=1&after=2&chart=pie&color=z&view=1/2/3&utm=1'))).toBe(
      '?q=a&select=x&sort=x&chart=pie&color=z&view=1%2F2%2F3',
    )
    expect(keptQuery(params('line=1'))).toBe('')
    expect(linesQuery(params('q=a&sort=x&select=x&town_eq=b&draft=true')).toString()).toBe(
      'q=a&town_eq=b&draft=true&q_mode=and',
    )
  })

  test.each([
    ['sort=x&draft=true', false],
    ['q=a', true],
    ['town_eq=b', true],
    ['_c_city_eq=b', true],
    ['bbox=1,2,3,4', true],
    ['qs=town:b', true],
    ['size=3&column=x', false],
    ['q_mode=or&q_fields=town', false],
  ])('%s leaves rows out: %s', (query, is) => {
    expect(isFiltered(params(query))).toBe(is)
  })

  test.each([
    [null, false],
    ['a', false],
    [' a ', false],
    ['a b', true],
    ['a | b', false],
    ['"a b"', false],
    [' a  b ', true],
    ['a b)', false],
  ])('%j has several words: %s', (text, is) => {
    expect(hasSeveralWords(text)).toBe(is)
  })
})

test('clearing the filters keeps the layout and the settings', () => {
  expect(withoutFilters(params('q=a&town_eq=b&sort=x&draft=true&chart=pie'))).toBe('?sort=x&draft=true&chart=pie')
  expect(withoutFilters(params('town_eq=b'))).toBe('')
})

test('the file of some rows has another name', () => {
  expect(fileNameOf('quays', params('sort=x'), 'filtered')).toBe('quays')
  expect(fileNameOf('quays', params('town_eq=b'), 'filtered')).toBe('quays-filtered')
})

describe('values chosen one by one', () => {
  const toggledQuery = (query: string, value: string, selection: 'chosen' | 'excluded' = 'chosen') => {
    const next = params(query)
    for (const [name, text] of Object.entries(toggledValue(next, 'town', { value, selection }))) {
      next.delete(name)
      if (text) next.set(name, text)
    }
    return next.toString()
  }

  test.each([
    ['', 'Brest', 'town_eq=Brest'],
    ['town_eq=Brest', 'Brest', ''],
    ['town_eq=Brest&q=a', 'Quimper', 'q=a&town_in=Brest%2CQuimper'],
    ['town_in=Brest,Quimper', 'Brest', 'town_eq=Quimper'],
    ['town_eq=Brest', 'a, b', 'town_in=%22Brest%22%2C%22a%2C+b%22'],
    ['town_neq=Brest', 'Brest', 'town_eq=Brest'],
    ['town_nin=Brest,Quimper', 'Brest', 'town_eq=Brest&town_neq=Quimper'],
  ])('%s and %s: %s', (query, value, next) => {
    expect(toggledQuery(query, value)).toBe(next)
  })

  test('are left out in the same way', () => {
    expect(toggledQuery('town_eq=Brest', 'Brest', 'excluded')).toBe('town_neq=Brest')
    expect(toggledQuery('town_neq=Brest', 'Quimper', 'excluded')).toBe('town_nin=Brest%2CQuimper')
  })

  test('typed beside chosen ones are added to them, and rows without a value have none', () => {
    expect(mergedValues(params('town_in=a,b&town_eq=c&q=d')).toString()).toBe('town_in=c%2Ca%2Cb&q=d')
    expect(mergedValues(params('town_eq=a&town_nexists=true')).toString()).toBe('town_nexists=true')
    expect(mergedValues(params('town_eq=a&other_in=b')).toString()).toBe('town_eq=a&other_in=b')
    expect(toggledQuery('town_nexists=true', 'Brest')).toBe('town_eq=Brest')
  })

  test('are read from both filters', () => {
    expect(valuesIn(params('town_eq=a&town_in=b,a'), 'town', 'chosen')).toEqual(['a', 'b'])
    expect(readList('"a, b","c"')).toEqual(['a, b', 'c'])
    expect(readList('"a')).toEqual([])
    expect(readList(' a , ,b')).toEqual(['a', 'b'])
  })
})

test.each([
  ['map?q=a&column=x&view=9/48.1/-3.2', { tab: 'map', query: '?q=a&view=9/48.1/-3.2' }],
  ['table', { tab: 'table', query: '' }],
  ['table?line=4&after=9', { tab: 'table', query: '?line=4' }],
  ['journal?q=a', undefined],
  [undefined, undefined],
])('the shared view %s', (text, shown) => {
  expect(readSharedView(text)).toEqual(shown)
})

describe('matches', () => {
  const search = (text: string, mode: SearchRequest['mode'] = 'and'): SearchRequest => ({
    parameter: 'q',
    text,
    mode,
    ranked: true,
  })
  const shown = (searches: SearchRequest[], text: string) =>
    marker(searches)(text)
      .map((run) => (run.isMatch ? `[${run.text}]` : run.text))
      .join('')

  test.each([
    ['ecole', 'École de la mer, écoles', '[École] de la mer, [écoles]'],
    ['l’eau', "L'eau <b>", "L'[eau] <b>"],
    ['mer -port', 'port de mer', 'port de [mer]'],
    ['"la mer"', 'la mer', 'la [mer]'],
    ['x', 'nothing', 'nothing'],
  ])('%s marks %s', (text, written, marked) => {
    expect(shown([search(text)], written)).toBe(marked)
  })

  test('marked text is complete', () => {
    const text = 'a b  c, à 1 <i>é</i>'
    expect(
      marker([search('a e')])(text)
        .map((run) => run.text)
        .join(''),
    ).toBe(text)
  })

  test('a long text is truncated around its match', () => {
    const mark = marker([search('needle')])
    const long = `${'hay '.repeat(60)}needle and more`
    expect(fromMatch(long, mark)).toMatch(/^… (hay ){9,10}needle and more$/)
    expect(fromMatch(`needle ${long}`, mark)).toBe(`needle ${long}`)
    expect(fromMatch(long, undefined)).toBe(long)
  })
})

describe('the layout', () => {
  const shown = ['a', 'b', 'c'].map((key): Field => ({ key, type: 'string' }))

  test.each([
    ['widths=a:9.3,b:99,c:x,:9,d,e:2', [['a', 9.5]]],
    ['widths=x:y:6', [['x:y', 6]]],
    ['', []],
  ])('%s', (query, widths) => {
    expect([...widthsOf(params(query))]).toEqual(widths)
  })

  test('a width changes one column, within its limits', () => {
    expect(withWidth(params('widths=a:6,b:9'), 'a', 20)).toBe('a:20,b:9')
    expect(withWidth(params('widths=a:6,b:9'), 'a', undefined)).toBe('b:9')
    expect(columnLayout(params('widths=b:6'), 'b', shown)?.narrower).toBeUndefined()
    expect(columnLayout(params('widths=b:44'), 'b', shown)?.wider).toBeUndefined()
  })

  test('a column moves by one, is pinned, and hidden', () => {
    expect(columnLayout(params(''), 'b', shown)).toMatchObject({
      left: { select: 'b,a,c' },
      right: { select: 'a,c,b' },
      pin: { fixed: 'b' },
      hide: { select: 'a,c' },
    })
    expect(columnLayout(params('fixed=a'), 'a', shown)).toMatchObject({
      isPinned: true,
      left: undefined,
      right: undefined,
      pin: { fixed: undefined },
      hide: { select: 'b,c', fixed: undefined },
    })
    expect(columnLayout(params('fixed=a'), 'b', shown)?.left).toBeUndefined()
    expect(columnLayout(params(''), 'none', shown)).toBeUndefined()
    expect(columnLayout(params(''), 'a', shown.slice(0, 1))?.hide).toBeUndefined()
  })
})

test.each([
  ['{"type":"Polygon","coordinates":[[[1,2', 'Area'],
  ['{ "type" : "MultiLineString", "coord', 'Lines'],
  ['{"coordinates":[1,2],"type":"Point"}', 'Point'],
  ['POINT (1 2)', 'Point'],
  ['48.1,-2.7', undefined],
  ['{"type":"toString"', undefined],
  ['Brest (29)', undefined],
])('the geometry %s is called %s', (text, name) => {
  expect(geometryText({ say: (key) => say('en', key) }, text)).toBe(name)
})
