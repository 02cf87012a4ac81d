// Read scenarios (contract lines §10.2) on the file of the ingestion benchmark: the request to the service, and the
// statements that a floor Worker answers it with.
import { columnsOf } from './generator.mjs'

/**
 * @param run names the tables of the lines
 * @returns name, query string, SQL of the page, and SQL of its count where the service counts
 */
export function scenariosOf(run) {
  const table = `lines_${run}`
  const search = `search_${run}`
  const columns = columnsOf('ingest')
  const c = Object.fromEntries(columns.map(({ key }, at) => [key, `c${at}`]))
  const shown = `${columns.map(({ key }) => `t.${c[key]} AS ${key}`)},t._i,t._rand`
  const line = (score) => `SELECT ${shown},${score} AS _score,'${run}-'||t._i AS _id`
  const all = `${line('NULL')} FROM ${table} AS t`
  const total = `SELECT count(*) AS total FROM ${table} AS t`
  const equal = `WHERE t.${c.kw1}='cat-alpha'`
  const range = `WHERE t.${c.int1}>=200 AND t.${c.int1}<=800`
  // What the service looks for: the stem as a prefix, and the word itself.
  const match = `WHERE ${search} MATCH '("analys" * OR "analyse") OR ("popul" * OR "population")'`
  return [
    { name: 'list', query: 'size=20', page: `${all} ORDER BY t._i LIMIT 20` },
    {
      name: 'filter-eq',
      query: 'kw1_eq=cat-alpha&size=20',
      page: `${all} ${equal} ORDER BY t._i LIMIT 20`,
      count: `${total} ${equal}`,
    },
    {
      name: 'filter-range',
      query: 'int1_gte=200&int1_lte=800&size=20',
      page: `${all} ${range} ORDER BY t._i LIMIT 20`,
      count: `${total} ${range}`,
    },
    { name: 'sort', query: 'sort=int1&size=20', page: `${all} ORDER BY t.${c.int1},t._i LIMIT 20` },
    {
      name: 'fulltext',
      query: 'q=analyse+population&q_mode=simple&count=exact&size=20',
      // Ranks first, reads the twenty lines after.
      page:
        `${line('-f.rank')} FROM (SELECT rowid,rank FROM ${search} ${match} ORDER BY rank LIMIT 20) AS f ` +
        `CROSS JOIN ${table} AS t ON t._i=f.rowid ORDER BY f.rank,t._i`,
      count: `SELECT count(*) AS total FROM ${search} ${match}`,
      isTied: true,
    },
    {
      name: 'combined',
      query: 'q=analyse&q_mode=simple&count=exact&int1_gte=100&sort=int1&size=20',
      page:
        `${line('-f.rank')} FROM (SELECT f.rowid,f.rank FROM ${search} AS f CROSS JOIN ${table} AS t ON t._i=f.rowid ` +
        `WHERE ${search} MATCH '("analys" * OR "analyse")' AND t.${c.int1}>=100 ORDER BY t.${c.int1} LIMIT 20) AS f ` +
        `CROSS JOIN ${table} AS t ON t._i=f.rowid ORDER BY t.${c.int1},f.rank,t._i`,
      count:
        `SELECT count(*) AS total FROM ${search} AS f CROSS JOIN ${table} AS t ON t._i=f.rowid ` +
        `WHERE ${search} MATCH '("analys" * OR "analyse")' AND t.${c.int1}>=100`,
      isTied: true,
    },
    {
      name: 'deep-page',
      query: 'page=500&size=20&sort=_i',
      page: `${all} ORDER BY t._i LIMIT 20 OFFSET 9980`,
    },
    { name: 'large-page', query: 'size=10000', page: `${all} ORDER BY t._i LIMIT 10000` },
  ]
}
