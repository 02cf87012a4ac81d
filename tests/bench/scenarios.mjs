// Read scenarios: the request to the service, and what a floor Worker does for it.
import { join } from 'node:path'
import { importBundled } from '../../scripts/import-bundled.mjs'
import { columnsOf } from './generator.mjs'

const { inflections } = await importBundled(join(import.meta.dirname, '../../worker/lines/search/stemming.ts'))

const size = 20
// The most lines of one page (limits.lines).
const largest = 10_000
// Fields beyond these are in `_more` (limits.lines.maxColumns).
const maxColumns = 80
// Bits of longitude and latitude in a cell of two geohash characters, which is what 20 cells of a country take.
const [longitudeBits, latitudeBits] = [5, 5]

/**
 * The scenarios that a preset has columns for.
 *
 * @param id of the dataset
 * @param run names the tables of the lines
 * @param count lines of the dataset
 * @param key API key, `cookie` of a session: of somebody who may read it
 * @returns `name`; `path` after the dataset's; `sql` and `answer` of the floor; `isTied` when lines of the same rank come
 * in any order
 */
export function scenariosOf(preset, { id, run, count, key, cookie }) {
  const table = `lines_${run}`
  const search = `search_${run}`
  const columns = columnsOf(preset)
  const c = Object.fromEntries(columns.slice(0, maxColumns).map(({ key }, at) => [key, `t.c${at}`]))
  const isLocated = 'lat' in c
  const beyond = columns.slice(maxColumns).map(({ key }) => key)
  const shown = [
    ...columns.slice(0, maxColumns).map(({ key }) => `${c[key]} AS ${key}`),
    ...(beyond.length > 0 ? ['t._more AS more'] : []),
    ...(isLocated ? [`t._lat||','||t._lon AS _geopoint`] : []),
    ...['t._i', 't._rand'],
  ]
  const booleans = columns.slice(0, maxColumns).flatMap(({ key, kind }) => (kind === 'bool' ? key : []))
  const line = (score, cells = shown) => `SELECT ${cells},${score} AS _score,'${run}-'||t._i AS _id`
  const all = `${line('NULL')} FROM ${table} AS t`
  const total = `SELECT count(*) AS total FROM ${table} AS t`
  const lines = (name, query, sql, more = {}) => {
    return { name, path: `lines?${query}`, sql, answer: 'lines', fields: { booleans, beyond }, total: count, ...more }
  }
  const filtered = (name, query, where, order = 't._i') =>
    lines(name, `${query}&size=${size}`, [`${all} ${where} ORDER BY ${order} LIMIT ${size}`, `${total} ${where}`])
  const match = (expression) => `WHERE ${search} MATCH '${expression}'`
  const word = (text) =>
    `(${inflections(text)
      .map((form) => `"${form}"`)
      .join(' OR ')})`
  const analyse = word('analyse')
  const both = `${analyse} OR ${word('population')}`
  const joined = `FROM ${search} AS f CROSS JOIN ${table} AS t ON t._i=f.rowid`
  // Ranks first, reads the twenty lines after.
  const ranked =
    `${line('-f.rank')} FROM (SELECT rowid,rank FROM ${search} ${match(both)} ORDER BY rank LIMIT ${size}) AS f ` +
    `CROSS JOIN ${table} AS t ON t._i=f.rowid ORDER BY f.rank,t._i`
  const sortedMatches =
    `${line('-f.rank')} FROM (SELECT f.rowid,f.rank ${joined} ${match(analyse)} AND ${c.int1}>=100 ` +
    `ORDER BY ${c.int1} LIMIT ${size}) AS f CROSS JOIN ${table} AS t ON t._i=f.rowid ORDER BY ${c.int1},f.rank,t._i`
  const counted = (expression) => `SELECT count(*) AS total FROM ${search} ${match(expression)}`
  const tied = { isTied: true }
  const page = (limit, cells) => `${line('NULL', cells)} FROM ${table} AS t ORDER BY t._i LIMIT ${limit}`
  const few = columns
    .filter(({ kind }) => /text|kw/.test(kind))
    .slice(0, 4)
    .map(({ key }) => key)
  const cut = (key) => `CASE WHEN length(${c[key]})>10 THEN substr(${c[key]},1,10)||'...' ELSE ${c[key]} END AS ${key}`
  const csv = `SELECT ${columns.map(({ key }) => c[key])} FROM ${table} AS t ORDER BY t._i LIMIT ${largest}`
  const header = `\uFEFF${columns.map(({ key }) => `"${key}"`)}\n`

  const grouped = (key, more = '') => `SELECT ${key} AS value,count(*) AS total${more} FROM ${table} AS t GROUP BY 1`
  const groups = (name, query, inner, { most = size, order = 'total DESC,value' } = {}) => {
    const shown = `SELECT *,count(*) OVER () AS groups,sum(total) OVER () AS lines FROM (${inner}) ORDER BY ${order}`
    return { name, path: `values_agg?${query}`, sql: [`${shown} LIMIT ${most}`], answer: 'groups', total: count }
  }
  const figure = (name, query, select) => {
    return { name, path: `metric_agg?${query}`, sql: [select], answer: 'figure', total: count }
  }
  const described = { path: '', sql: [`SELECT * FROM datasets WHERE id='${id}'`], answer: 'described' }
  const scenarios = [
    { ...described, name: 'describe' },
    { ...described, name: 'describe-session', headers: { cookie } },
    lines('list', `size=${size}`, [page(size)]),
    lines('list-key', `size=${size}`, [page(size)], { headers: { 'x-apikey': key } }),
    lines('list-session', `size=${size}`, [page(size)], { headers: { cookie } }),
    lines('no-count', `size=${size}&count=false`, [page(size)], { answer: 'more' }),
    lines('deep-page', `page=500&size=${size}&sort=_i`, [`${all} ORDER BY t._i LIMIT ${size} OFFSET 9980`]),
    filtered('filter-eq', 'kw1_eq=cat-alpha', `WHERE ${c.kw1}='cat-alpha'`),
    filtered('filter-range', 'int1_gte=200&int1_lte=800', `WHERE ${c.int1}>=200 AND ${c.int1}<=800`),
    filtered('filter-date', 'date1_gte=2024-06-01', `WHERE ${c.date1}>='2024-06-01'`),
    filtered(
      'filter-sort',
      'kw1_eq=cat-alpha&sort=-int1',
      `WHERE ${c.kw1}='cat-alpha'`,
      `${c.int1} DESC NULLS LAST,t._i`,
    ),
    lines('sort', `sort=int1&size=${size}`, [`${all} ORDER BY ${c.int1} NULLS LAST,t._i LIMIT ${size}`]),
    lines('sort-text', `sort=text1&size=${size}`, [`${all} ORDER BY ${c.text1} NULLS LAST,t._i LIMIT ${size}`], tied),
    lines('fulltext', `q=analyse+population&q_mode=simple&count=exact&size=${size}`, [ranked, counted(both)], tied),
    lines(
      'combined',
      `q=analyse&q_mode=simple&count=exact&int1_gte=100&sort=int1&size=${size}`,
      [sortedMatches, `SELECT count(*) AS total ${joined} ${match(analyse)} AND ${c.int1}>=100`],
      tied,
    ),
    lines('large-page', `size=${largest}`, [page(largest)]),
    { ...lines('large-csv', `size=${largest}&format=csv`, [csv]), answer: 'csv', header },
    lines('large-cut', `size=${largest}&truncate=10&select=${few}`, [
      `SELECT ${few.map(cut)},NULL AS _score FROM ${table} AS t ORDER BY t._i LIMIT ${largest}`,
    ]),
    groups('groups', 'field=kw1', grouped(c.kw1)),
    groups('groups-metric', 'field=kw1&metric=avg&metric_field=num1', grouped(c.kw1, `,avg(${c.num1}) AS metric`), {
      order: 'metric DESC,total DESC,value',
    }),
    groups('groups-many', 'field=int1', grouped(c.int1)),
    groups('groups-month', 'field=date1&interval=month&sort=-count', grouped(`substr(${c.date1},1,7)||'-01'`), {
      most: 10_000,
    }),
    figure('metric', 'field=num1&metric=avg', `SELECT avg(${c.num1}) AS metric FROM ${table} AS t`),
    figure(
      'distinct',
      'field=int1&metric=cardinality',
      `SELECT count(DISTINCT ${c.int1}) AS metric FROM ${table} AS t`,
    ),
    {
      name: 'values',
      path: 'values/kw1',
      sql: [`SELECT DISTINCT ${c.kw1} AS value FROM ${table} AS t ORDER BY 1 LIMIT 12`],
      answer: 'values',
    },
  ]
  if (isLocated) {
    const box = 'WHERE t._lon>=-5 AND t._lon<=8 AND t._lat>=42 AND t._lat<=51'
    const town = 'WHERE t._lon>=2.2 AND t._lon<=2.5 AND t._lat>=48.8 AND t._lat<=48.9'
    const [width, height] = [360 / 2 ** longitudeBits, 180 / 2 ** latitudeBits]
    const cells =
      `SELECT CAST((t._lon+180)/${width} AS INTEGER) AS x,CAST((t._lat+90)/${height} AS INTEGER) AS y,count(*) AS total,` +
      `avg(t._lat) AS lat,avg(t._lon) AS lon,${width} AS width,${height} AS height FROM ${table} AS t ` +
      `WHERE t._lat IS NOT NULL GROUP BY 1,2 ORDER BY total DESC LIMIT ${size}`
    scenarios.push(filtered('geo-bbox', 'bbox=-5,42,8,51', box))
    scenarios.push(filtered('geo-town', 'bbox=2.2,48.8,2.5,48.9', town))
    scenarios.push({
      name: 'geo-cells',
      path: `geo_agg?agg_size=${size}&size=0`,
      sql: [cells],
      answer: 'cells',
      total: count,
    })
  }
  return scenarios.filter(({ sql }) => sql.every((text) => !text.includes('undefined')))
}
