/** The columns by which a search of the catalogue finds a dataset. */
import { textOf } from '../../db/search-columns'
import { type Field, nameOf } from '../../schema/field'
import { foldAccents } from '../../schema/fold-accents'

type Found = { title: string; summary?: string | null | undefined; keywords?: readonly string[] | null | undefined }

/** Columns that are named. */
const most = 3

/** The names of the columns with words of a search that the title, the summary and the keywords do not have; the one with most of them first. */
export function matchingColumns(q: string, { title, summary, keywords }: Found, columns: readonly Field[]): string[] {
  const shown = foldAccents([title, summary, ...(keywords ?? [])].filter(Boolean).join(' '))
  const words = foldAccents(q)
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !word.startsWith('-') && !shown.includes(word))
  const counted = columns
    .filter((column) => !column['x-calculated'])
    .map((column) => {
      const text = foldAccents(textOf(column))
      return { column, count: words.filter((word) => text.includes(word)).length }
    })
  const greatest = Math.max(0, ...counted.map(({ count }) => count))
  if (greatest === 0) return []
  return counted
    .filter(({ count }) => count === greatest)
    .slice(0, most)
    .map(({ column }) => nameOf(column))
}
