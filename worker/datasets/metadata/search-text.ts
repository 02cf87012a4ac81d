import type { Owner } from '../../identity'
import { fold } from '../../resources/list'
import type { Metadata } from './document'

/** The texts that a list's `q` looks in (contract datasets §1.4), folded. */
export function searchText(metadata: Metadata, owner: Owner): string {
  const { title, summary, description, keywords, topics } = metadata
  const parts = [title, summary, description, ...(keywords ?? []), ...(topics ?? []).map((topic) => topic.title)]
  return fold([...parts, owner.name, owner.departmentName].filter(Boolean).join('\n'))
}

/** A title out of a file name (contract datasets §1.2). */
export function titleOf(baseName: string): string {
  const title = baseName
    .replace(/[.,/#!$%^&*;:{}=\-_`~()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return title || baseName
}
