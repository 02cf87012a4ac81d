import type { TableDatabases } from '../../db/lines-databases'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { Parameters, type ReadableParameters } from '../../net/parameters'
import { wholeNumber } from '../../net/whole-number'
import { capable } from '../../schema/capabilities'
import { excerptOf } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import { allowedOperationsText, capabilityTitles } from '../query/capability-errors'
import { checkCost } from '../query/cost/check'
import { pageCost } from '../query/cost/estimate'
import { planLines } from '../query/plan/plan'
import type { LinesRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { readLines } from '../read/read-lines'
import { stem } from '../search/stemming'
import { isStopWord } from '../search/stop-words'
import { tokens } from '../search/tokens'
import { linesOf } from './parse-values-agg'

/** The frequent words of a text field, counted in a sample of lines. */
type WordsRequest = { key: string; size: number; lines: LinesRequest; searched: boolean }

type WordCount = { word: string; total: number; score?: number }

/** Reads the parameters of `GET /words_agg`. @throws Problem 400 naming the parameter */
export function parseWords(params: ReadableParameters, source: LineSource): WordsRequest {
  const key = params.get('field')
  if (!key) throw problem('parameter-missing', { parameter: 'field' })
  const field = source.fields.find((candidate) => candidate.key === key)
  if (!field) throw problem('group-field-unknown', { parameter: 'field', field: excerptOf(key) })
  checkWords(field)
  const analysis = params.get('analysis') || 'lang'
  if (analysis !== 'lang')
    throw problem('parameter-invalid', {
      parameter: 'analysis',
      reason: { en: 'lang is accepted.', fr: 'lang est accepté.' },
    })
  const size = params.get('size') ? wholeNumber('size', params.get('size') ?? '') : limits.lines.defaultBuckets
  if (size > limits.lines.maxWords) throw problem('size-too-large', { parameter: 'size', max: limits.lines.maxWords })
  const inner = Parameters.of(params)
    .without(['truncate', 'html', 'highlight', 'arrays', 'thumbnail'])
    .with({ size: String(limits.lines.sampledLines), select: key })
  const searched = Boolean(params.get('q')?.trim() || params.get('qs')?.trim())
  return { key, size, searched, lines: linesOf(inner, '_rand', source) }
}

function checkWords(field: Field): void {
  if (capable(field, 'textAgg')) return
  throw problem('aggregate-refused', {
    field: field.key,
    capability: capabilityTitles.textAgg,
    operations: allowedOperationsText(field),
  })
}

/**
 * The most frequent words of a field in a random sample of lines. With a search (`q`, `qs`), the words that are more frequent in
 * the matching lines than in all lines that pass the filters.
 */
export async function readWords(
  db: TableDatabases,
  { key, size, lines, searched }: WordsRequest,
  source: LineSource,
): Promise<{ total: number; sample: number; results: WordCount[]; rowsRead: number }> {
  const sample = await sampleOf(db, { ...lines, count: true }, { key, source })
  const baseline = searched
    ? await sampleOf(db, { ...lines, searches: [], conditions: [], count: false }, { key, source })
    : undefined
  const counts = [...sample.words].map(([name, { forms, total }]): WordCount => {
    const [word = name] =
      [...forms].toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))[0] ?? []
    const displayed = word === word.toUpperCase() ? word.toLowerCase() : word
    if (!baseline) return { word: displayed, total }
    const share = total / Math.max(1, sample.texts)
    const usual = Math.max(baseline.words.get(name)?.total ?? 0, 1) / Math.max(1, baseline.texts)
    // JLH score: absolute change of frequency times relative change.
    return { word: displayed, total, score: (share - usual) * (share / usual) }
  })
  const relevant = counts.filter(({ score }) => score === undefined || score > 0)
  relevant.sort(
    (one, other) =>
      (other.score ?? 0) - (one.score ?? 0) || other.total - one.total || (one.word < other.word ? -1 : 1),
  )
  const rowsRead = sample.rowsRead + (baseline?.rowsRead ?? 0)
  return { total: sample.total, sample: sample.texts, results: relevant.slice(0, size), rowsRead }
}

type Word = { forms: Map<string, number>; total: number }

/** The words of a random sample of the matching lines, by stem. A word counts once per line. */
async function sampleOf(
  db: TableDatabases,
  request: LinesRequest,
  { key, source }: { key: string; source: LineSource },
) {
  const plan = planLines(request, source)
  checkCost(pageCost(plan, source), source)
  const page = await readLines(db, plan)
  // Each line is a JSON object written by SQLite.
  const lines = JSON.parse(`[${page.lines.join(',')}]`) as Record<string, unknown>[]
  const words = new Map<string, Word>()
  for (const line of lines) {
    const inLine = new Set<string>()
    for (const token of tokens(typeof line[key] === 'string' ? line[key] : '')) {
      if (isStopWord(token)) continue
      const name = stem(token)
      const word = words.get(name) ?? { forms: new Map(), total: 0 }
      word.forms.set(token, (word.forms.get(token) ?? 0) + 1)
      if (!inLine.has(name)) word.total++
      inLine.add(name)
      words.set(name, word)
    }
  }
  return { words, texts: lines.length, total: page.total ?? 0, rowsRead: page.rowsRead }
}
