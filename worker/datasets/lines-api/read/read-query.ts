import type { Context } from '../../../context'
import { parseLinesQuery, prepareSearch, type SearchRequest } from '../../../lines'
import { type OpenedLines, readLinesPage } from './open-lines'

/** A page of lines as objects. */
export type QueriedLines = {
  lines: Record<string, unknown>[]
  total: number | undefined
  /** The total is an estimate: counting exactly would read too many lines. */
  isEstimated: boolean
  /** The searches of the query, whose words are marked. */
  searches: readonly SearchRequest[]
  cursor: string | undefined
}

/** Reads a page of lines, with parameters of the API. @throws the problems of the query */
export async function readQuery(ctx: Context, opened: OpenedLines, query: URLSearchParams): Promise<QueriedLines> {
  const { source, database } = opened
  const parsed = parseLinesQuery(query, source.fields, source.pointer.layout.located, source.now)
  const { request, rowsRead } = await prepareSearch(database, parsed, source)
  const page = await readLinesPage(ctx, opened, request)
  ctx.rowsRead += rowsRead + page.rowsRead
  return {
    lines: linesOf(page.lines),
    total: page.total,
    isEstimated: page.marginPct !== undefined,
    searches: request.searches,
    cursor: page.cursor,
  }
}

/** The lines of a page. Each text is a list of JSON objects, joined by commas. */
export const linesOf = (texts: readonly string[]): Record<string, unknown>[] =>
  JSON.parse(`[${texts.join(',')}]`) as Record<string, unknown>[]
