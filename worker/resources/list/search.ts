import { and, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import { fold } from './fold'

/** Folded columns to search; matches in titles weigh more. */
type Searched = { searchText: SQLWrapper; sortTitle: SQLWrapper }

/** Parses `q`: words are alternatives, `"…"` is a phrase, `-word` excludes. */
export function searchOf(
  q: string,
  { searchText, sortTitle }: Searched,
): { matches: SQL | undefined; score: SQL | undefined } {
  const terms = [...fold(cutText(q, limits.lines.maxSearchChars)).matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)]
    .map(([, minus, phrase, word]) => ({ excluded: minus === '-', text: phrase ?? word ?? '' }))
    .filter((term) => term.text !== '')
    .slice(0, limits.datasets.maxSearchWords)
  const contains = (column: SQLWrapper, text: string) => sql`instr(${column}, ${text}) > 0`
  const included = terms.filter((term) => !term.excluded)
  const excluded = terms.filter((term) => term.excluded)
  const score = included.map(({ text }) => sql`(${contains(searchText, text)}) + 3 * (${contains(sortTitle, text)})`)
  return {
    matches: and(
      included.length > 0 ? or(...included.map(({ text }) => contains(searchText, text))) : undefined,
      ...excluded.map(({ text }) => not(contains(searchText, text))),
    ),
    // Without included words there is no ranking.
    score: score.length > 0 ? sql.join(score, sql` + `) : undefined,
  }
}
