import type { Owner } from '../identity'
import { fold } from '../listing'
import type { Metadata } from './document'

/** What lists of applications sort and search on (contract applications A.9). */
export function searchedOf(metadata: Metadata, owner: Owner): { sortTitle: string; searchText: string } {
  const { title, summary, description, topics } = metadata
  const parts = [title, summary, description, ...(topics ?? []).map((topic) => topic.title)]
  return {
    sortTitle: fold(title).trim(),
    searchText: fold([...parts, owner.name, owner.departmentName].filter(Boolean).join('\n')),
  }
}
