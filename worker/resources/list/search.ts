import { and, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import { foldAccents } from '../../schema/fold-accents'

/** Folded columns to search; matches in titles weigh more. */
type Searched = { searchText: SQLWrapper; sortTitle: SQLWrapper }

/** Parses `q`: words are alternatives, unless `needsAll`; `"…"` is a phrase, `-word` excludes. */
export function searchOf(
  q: string,
  { searchText, sortTitle }: Searched,
  needsAll = false,
): { matches: SQL | undefined; score: SQL | undefined } {
  const terms = [...foldAccents(cutText(q, limits.search.maxChars)).matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)]
    .map(([, minus, phrase, word]) => ({ excluded: minus === '-', text: phrase ?? word ?? '' }))
    .filter((term) => term.text !== '')
    .slice(0, limits.lists.maxWords)
  const included = terms.filter((term) => !term.excluded)
  const excluded = terms.filter((term) => term.excluded)
  // One bound parameter for all words: a statement has 100 (d1/platform/limits), and other conditions need many.
  const wordsOf = (some: typeof terms) => sql`json_each(${JSON.stringify(some.map(({ text }) => text))}) word`
  const anyOf = (some: typeof terms) =>
    sql`exists (select 1 from ${wordsOf(some)} where instr(${searchText}, word.value) > 0)`
  const allOf = (some: typeof terms) =>
    sql`not exists (select 1 from ${wordsOf(some)} where instr(${searchText}, word.value) = 0)`
  return {
    matches: and(
      included.length > 0 ? (needsAll ? allOf(included) : anyOf(included)) : undefined,
      excluded.length > 0 ? not(anyOf(excluded)) : undefined,
    ),
    // Without included words there is no ranking.
    score:
      included.length > 0
        ? sql`(select sum((instr(${searchText}, word.value) > 0) + 3 * (instr(${sortTitle}, word.value) > 0)) from ${wordsOf(included)})`
        : undefined,
  }
}
