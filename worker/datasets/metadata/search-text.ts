import type { Owner } from '../../identity'
import { fold } from '../../resources/list'
import type { Metadata } from './document'

/** The folded texts that `q` of a list searches. */
export function searchText(metadata: Metadata, owner: Owner): string {
  const { title, summary, description, keywords, topics } = metadata
  const parts = [title, summary, description, ...(keywords ?? []), ...(topics ?? []).map((topic) => topic.title)]
  return fold([...parts, owner.name, owner.departmentName].filter(Boolean).join('\n'))
}

/** A title derived from a file name. */
export function titleOf(baseName: string): string {
  const title = baseName
    .replace(/[.,/#!$%^&*;:{}=\-_`~()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return title || baseName
}
