import { and, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import { foldAccents } from '../../schema/fold-accents'

/** Folded columns to search; matches in titles weigh more. */
type Searched = {
  searchText: SQLWrapper
  sortTitle: SQLWrapper
  /** The FTS5 table of the trigrams of `searchText`, and the number of a row. */
  trigrams?: { table: SQLWrapper; rowid: SQLWrapper }
}

/** Parses `q`: words are alternatives, unless `needsAll`; `"…"` is a phrase, `-word` excludes. */
export function searchOf(
  q: string,
  searched: Searched,
  needsAll = false,
): { matches: SQL | undefined; score: SQL | undefined } {
  const terms = [...foldAccents(cutText(q, limits.search.maxChars)).matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)]
    .map(([, minus, phrase, word]) => ({ excluded: minus === '-', text: phrase ?? word ?? '' }))
    .filter((term) => term.text !== '')
    .slice(0, limits.lists.maxWords)
  const included = terms.filter(({ excluded }) => !excluded).map(({ text }) => text)
  const excluded = terms.filter(({ excluded }) => excluded).map(({ text }) => text)
  const { anyOf, allOf, scoreOf } = testsOf(searched)
  return {
    matches: and(
      included.length > 0 ? (needsAll ? allOf(included) : anyOf(included)) : undefined,
      excluded.length > 0 ? not(sql`(${anyOf(excluded)})`) : undefined,
    ),
    // Without included words there is no ranking.
    score: included.length > 0 ? scoreOf(included) : undefined,
  }
}

type Tests = Record<'anyOf' | 'allOf' | 'scoreOf', (texts: readonly string[]) => SQL | undefined>

function testsOf({ trigrams, ...columns }: Searched): Tests {
  const scanned = scannedTests(columns)
  if (!trigrams) return scanned
  const indexed = indexedTests(columns, trigrams)
  const split = (texts: readonly string[], test: keyof Tests) =>
    [texts.filter(isIndexed), texts.filter((text) => !isIndexed(text))].map((some, at) =>
      some.length > 0 ? (at === 0 ? indexed : scanned)[test](some) : undefined,
    )
  return {
    anyOf: (texts) => or(...split(texts, 'anyOf')),
    allOf: (texts) => and(...split(texts, 'allOf')),
    scoreOf: (texts) =>
      sql.join(
        split(texts, 'scoreOf').filter((score) => score !== undefined),
        sql` + `,
      ),
  }
}

/** Shorter texts have no trigram, and an expression of FTS5 ends at the character NUL. */
const isIndexed = (text: string): boolean => /^.{3}/su.test(text) && !text.includes('\0')

/**
 * Tests that read the text of each row. All words are one bound parameter: a statement has 100 (d1/platform/limits), and other
 * conditions need many.
 */
function scannedTests({ searchText, sortTitle }: Searched): Tests {
  const wordsOf = (texts: readonly string[]) => sql`json_each(${JSON.stringify(texts)}) word`
  return {
    anyOf: (texts) => sql`exists (select 1 from ${wordsOf(texts)} where instr(${searchText}, word.value) > 0)`,
    allOf: (texts) => sql`not exists (select 1 from ${wordsOf(texts)} where instr(${searchText}, word.value) = 0)`,
    scoreOf: (texts) =>
      sql`(select sum((instr(${searchText}, word.value) > 0) + 3 * (instr(${sortTitle}, word.value) > 0)) from ${wordsOf(texts)})`,
  }
}

/** The same results from the index: a text that contains another has its trigrams, one after the other. */
function indexedTests({ sortTitle }: Searched, { table, rowid }: NonNullable<Searched['trigrams']>): Tests {
  // The + keeps SQLite from reading the matching rows one by one, with their documents, instead of an index of the list.
  const matching = (expression: string) =>
    sql`+${rowid} in (select rowid from ${table} where ${table} match ${expression})`
  const quoted = (text: string) => `"${text}"`
  return {
    anyOf: (texts) => matching(texts.map(quoted).join(' OR ')),
    allOf: (texts) => matching(texts.map(quoted).join(' AND ')),
    scoreOf: (texts) =>
      sql.join(
        texts.map((text) => sql`(${matching(quoted(text))}) + 3 * (instr(${sortTitle}, ${text}) > 0)`),
        sql` + `,
      ),
  }
}
