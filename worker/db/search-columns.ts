import { foldAccents } from '../schema/fold-accents'

type Description = {
  title: string
  summary?: string | null | undefined
  description?: string | null | undefined
  keywords?: readonly string[] | null | undefined
  topics?: readonly { title: string }[] | null | undefined
}

/** The title that lists sort by and the texts that their `q` searches, without case and accents. */
export function searchColumns(
  metadata: Description,
  owner: { name: string; departmentName?: string | null | undefined },
): { sortTitle: string; searchText: string } {
  const { title, summary, description, keywords, topics } = metadata
  const texts = [title, summary, description, ...(keywords ?? []), ...(topics ?? []).map((topic) => topic.title)]
  return {
    sortTitle: foldAccents(title).trim(),
    searchText: foldAccents([...texts, owner.name, owner.departmentName].filter(Boolean).join('\n')),
  }
}
