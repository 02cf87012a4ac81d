/** The form of a dataset as requests to the API. Pure. */
import type { Topic } from './topics'

const texts = ['title', 'summary', 'description', 'origin', 'spatial', 'creator', 'frequency'] as const

/** Licences offered by name; others have a title and a URL. */
export const licences = [
  { title: 'Licence Ouverte 2.0', href: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/' },
  { title: 'ODbL 1.0', href: 'https://opendatacommons.org/licenses/odbl/1-0/' },
  { title: 'CC BY 4.0', href: 'https://creativecommons.org/licenses/by/4.0/' },
  { title: 'CC0 1.0', href: 'https://creativecommons.org/publicdomain/zero/1.0/' },
] as const

/** The `PATCH` of a form: an empty input removes the property. */
export function patchOf(form: URLSearchParams, offered: readonly Topic[]): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  const topics = chosenTopics(form, offered)
  if (topics) patch.topics = topics
  for (const name of texts) {
    const value = form.get(name)
    if (value !== null) patch[name] = value.trim() || (name === 'title' ? '' : null)
  }
  const keywords = form.get('keywords')
  if (keywords !== null) patch.keywords = listOf(keywords)
  const [start, end] = [form.get('start'), form.get('end')]
  if (start !== null && end !== null) {
    patch.temporal = start || end ? { ...(start ? { start } : {}), ...(end ? { end } : {}) } : null
  }
  const [title, href] = [form.get('licence-title')?.trim(), form.get('licence-href')?.trim()]
  if (title !== undefined && href !== undefined) {
    const preset = licences.find((licence) => licence.title === title)
    patch.license = title ? { title, href: href || preset?.href || '' } : null
  }
  return patch
}

/** The topics selected in a form; undefined when it offered none. */
function chosenTopics(form: URLSearchParams, topics: readonly Topic[]): Topic[] | undefined {
  if (!form.has('topics')) return undefined
  const chosen = new Set(form.getAll('topics'))
  return topics.filter(({ id }) => chosen.has(id))
}

function listOf(text: string): string[] | null {
  const items = [...new Set(text.split(/[,;\n]/).map((item) => item.trim()))].filter(Boolean)
  return items.length > 0 ? items : null
}
