import { and, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { limits } from '../../limits'
import { cutText } from '../../limits/text'
import { fold } from './fold'

/** What is searched, folded; titles weigh more. */
type Searched = { searchText: SQLWrapper; sortTitle: SQLWrapper }

/** Words are alternatives, `"…"` is a phrase, `-word` excludes (contract datasets §1.4). */
export function searchOf(
  q: string,
  { searchText, sortTitle }: Searched,
): { matches: SQL | undefined; score: SQL | undefined } {
  const terms = [...fold(cutText(q, limits.lines.maxSearchChars)).matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)]
    .map(([, minus, phrase, word]) => ({ excluded: minus === '-', text: phrase ?? word ?? '' }))
    .filter((term) => term.text !== '')
    .slice(0, limits.datasets.maxSearchWords)
  const found = (column: SQLWrapper, text: string) => sql`instr(${column}, ${text}) > 0`
  const wanted = terms.filter((term) => !term.excluded)
  const excluded = terms.filter((term) => term.excluded)
  const score = wanted.map(({ text }) => sql`(${found(searchText, text)}) + 3 * (${found(sortTitle, text)})`)
  return {
    matches: and(
      wanted.length > 0 ? or(...wanted.map(({ text }) => found(searchText, text))) : undefined,
      ...excluded.map(({ text }) => not(found(searchText, text))),
    ),
    // A search of exclusions only ranks nothing.
    score: score.length > 0 ? sql.join(score, sql` + `) : undefined,
  }
}
