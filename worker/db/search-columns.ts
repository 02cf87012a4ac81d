import { limits } from '../limits'
import { cutText } from '../schema/cut-text'
import type { Field } from '../schema/field'
import { foldAccents } from '../schema/fold-accents'

type Description = {
  title: string
  summary?: string | null | undefined
  description?: string | null | undefined
  keywords?: readonly string[] | null | undefined
  topics?: readonly { title: string }[] | null | undefined
}

export type SearchedColumn = Pick<Field, 'key' | 'title' | 'description' | 'x-originalName'>

/** Between the texts of a description and those of its columns. */
const separator = '\u001f'

/**
 * The title that lists sort by and the texts that their `q` searches, without case and accents: those of the description and of its
 * owner, then the names and descriptions of the columns.
 */
export function searchColumns(
  metadata: Description,
  owner: { name: string; departmentName?: string | null | undefined },
  columns: readonly SearchedColumn[] = [],
): { sortTitle: string; searchText: string } {
  const { title, summary, description, keywords, topics } = metadata
  const texts = [title, summary, description, ...(keywords ?? []), ...(topics ?? []).map((topic) => topic.title)]
  const own = [...texts, owner.name, owner.departmentName].filter(Boolean).join('\n').replaceAll(separator, ' ')
  const named = cutText(columns.map(textOf).join('\n'), limits.search.columnChars)
  return {
    sortTitle: foldAccents(title).trim(),
    searchText: foldAccents(own) + (named === '' ? '' : separator + foldAccents(named)),
  }
}

/** The texts of the columns in a `searchText`, which another description keeps. */
export function columnsIn(searchText: string): string {
  const at = searchText.indexOf(separator)
  return at < 0 ? '' : searchText.slice(at)
}

/** What a search of the catalogue finds a column by. */
export function textOf({ key, title, description, 'x-originalName': original }: SearchedColumn): string {
  const about = description ? cutText(description, limits.search.columnDescriptionChars) : ''
  return [...new Set([title, original, key, about])].filter(Boolean).join(' ').replaceAll(separator, ' ')
}
