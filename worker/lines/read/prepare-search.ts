import { LruCache } from '../../collections/lru-cache'
import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { limits } from '../../limits'
import type { FormLines, LinesRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { sampleRanges } from '../query/sql/tiered-page'
import { quote } from '../search/fts-expression'
import { formsOf, formsToCount, wordMatches, wordsToIgnore } from '../search/words'
import type { TablePointer } from '../storage/layout'
import { searchName } from '../storage/table-names'

/** The lines of forms of words, by run and form: lines of a run of a file do not change. */
const counted = new LruCache<number>(limits.search.rememberedForms, () => 1)

/**
 * Completes the search of a request over a large table with the number of lines of its words, which decides the plan, and with
 * the words that an adaptive search ignores. Other searches get the forms that no line has.
 */
export async function prepareSearch(
  db: TableDatabases,
  request: LinesRequest,
  source: LineSource,
): Promise<{ request: LinesRequest; rowsRead: number }> {
  const [search] = request.searches
  const isRanked = search !== undefined && request.searches.length === 1 && request.sort.length === 0
  const forms = isRanked && !request.collapse && !request.tile ? formsToCount(search, source) : undefined
  if (!forms || !search) return withoutAbsentForms(db, request, source)
  const { lines: formLines, rowsRead } = await countForms(databaseAt(db, source.pointer.shard), source.pointer, forms)
  const prepared = { ...search, formLines }
  const isAdapted =
    search.mode === 'adapt' && !search.ignored && !request.after && request.count && !request.countExactly
  const words = isAdapted ? (wordMatches(search, source, formLines) ?? []) : []
  const ignored = wordsToIgnore(words, source.pointer.count)
  return {
    request: { ...request, searches: [ignored.length > 0 ? { ...prepared, ignored } : prepared] },
    rowsRead,
  }
}

/** The request, whose searches do not look for forms that no line has: FTS5 looks each up, and BM25 weighs it for each match. */
async function withoutAbsentForms(
  db: TableDatabases,
  request: LinesRequest,
  source: LineSource,
): Promise<{ request: LinesRequest; rowsRead: number }> {
  const forms = new Set(request.searches.flatMap((search) => formsOf(search, source) ?? []))
  if (forms.size === 0) return { request, rowsRead: 0 }
  const { lines, rowsRead } = await countForms(databaseAt(db, source.pointer.shard), source.pointer, [...forms])
  const absentForms = new Set([...forms].filter((form) => lines.get(form) === 0))
  return { request: { ...request, searches: request.searches.map((search) => ({ ...search, absentForms })) }, rowsRead }
}

async function countForms(
  db: D1Database,
  { run, count }: TablePointer,
  forms: readonly string[],
): Promise<{ lines: FormLines; rowsRead: number }> {
  const lines = new Map<string, number>()
  const missing = forms.filter((form) => {
    const cached = counted.get(`${run} ${form}`)
    if (cached !== undefined) lines.set(form, cached)
    return cached === undefined
  })
  if (missing.length === 0) return { lines, rowsRead: 0 }
  const search = searchName(run)
  const matching = `FROM ${search} WHERE ${search} MATCH phrase`
  // Matches up to a number are counted, those of a frequent form are estimated in samples of the lines.
  const sample = `(SELECT count(*) ${matching} AND rowid BETWEEN value->>0 AND value->>1)`
  const { results, meta } = await db
    .prepare(
      'SELECT form,total,CASE WHEN total>?2 THEN ' +
        `(SELECT sum(${sample}) FROM json_each(?3)) END AS sampled ` +
        `FROM (SELECT key AS form,value AS phrase,(SELECT count(*) FROM (SELECT 1 FROM ${search} ` +
        `WHERE ${search} MATCH value LIMIT ?2+1)) AS total FROM json_each(?1))`,
    )
    .bind(
      JSON.stringify(Object.fromEntries(missing.map((form) => [form, quote(form)]))),
      limits.search.maxFormLines,
      JSON.stringify(sampleRanges(count)),
    )
    .all<{ form: string; total: number; sampled: number | null }>()
  const { samples, sampledLines } = limits.search
  for (const { form, total, sampled } of results) {
    const estimate = Math.round(((sampled ?? 0) / (samples * sampledLines)) * count)
    const lineCount = sampled === null ? total : Math.max(total, estimate)
    lines.set(form, lineCount)
    counted.set(`${run} ${form}`, lineCount)
  }
  return { lines, rowsRead: meta.rows_read ?? 0 }
}
