import type { Context } from '../../context'
import { problem } from '../../errors'
import { parseLinesQuery } from '../../lines'
import { excerptOf } from '../../schema/cut-text'
import { ownValue } from '../../schema/own-value'
import { openLines, readLinesPage } from '../lines-api/read/open-lines'

type SingleSearchResult = { output: unknown; label: string; score?: number }

/**
 * The values of the output of a single search, each once, with their labels, in order; those whose words begin with `q`.
 *
 * @throws what `openLines` throws, `single-search-unknown`
 */
export async function singleSearch(
  ctx: Context,
  input: { dataset: string; search: string; q?: string | undefined; size?: string | undefined },
): Promise<{ total: number; results: SingleSearchResult[] }> {
  const opened = await openLines(ctx, { id: input.dataset, draft: false }, 'readLines')
  const search = opened.dataset.metadata.masterData?.singleSearchs?.find(({ id }) => id === input.search)
  if (!search) throw problem('single-search-unknown', { search: excerptOf(input.search) })
  const { output, label } = search
  const keys = [...new Set([output.key, ...(label ? [label.key] : [])])]
  const params = new URLSearchParams({ select: keys.join(','), sort: output.key, collapse: output.key })
  if (input.size !== undefined) params.set('size', input.size)
  if (input.q?.trim()) {
    params.set('q', input.q)
    params.set('q_mode', 'complete')
    params.set('q_fields', keys.join(','))
  }
  const { source } = opened
  const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
  const filters = (search.filters ?? []).map(
    ({ property, values }) => ({ key: property.key, not: false, test: { op: 'in', values } }) as const,
  )
  const filled = { key: output.key, not: false, test: { op: 'exists' } } as const
  const page = await readLinesPage(ctx, opened, { ...request, filters: [...request.filters, ...filters, filled] })
  // `readPageRows` reads JSON objects joined by commas.
  const lines = JSON.parse(`[${page.lines.join(',')}]`) as Record<string, unknown>[]
  return {
    total: page.groups ?? page.total ?? lines.length,
    results: lines.map((line) => {
      const value = ownValue(line, output.key)
      const labelText = label && ownValue(line, label.key)
      const text = labelText === undefined ? String(value) : `${value} (${labelText})`
      const score = typeof line._score === 'number' ? { score: line._score } : {}
      return { output: value, label: text, ...score }
    }),
  }
}
