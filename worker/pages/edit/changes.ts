/** What the form of a dataset says, as the API is told it. Pure. */
import type { Permission } from '../../permissions'
import type { Topic } from './topics'

const texts = ['title', 'summary', 'description', 'origin', 'spatial', 'creator', 'frequency'] as const

/** Licences that are offered by name; any other is a title and an address. */
export const licences = [
  { title: 'Licence Ouverte 2.0', href: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/' },
  { title: 'ODbL 1.0', href: 'https://opendatacommons.org/licenses/odbl/1-0/' },
  { title: 'CC BY 4.0', href: 'https://creativecommons.org/licenses/by/4.0/' },
  { title: 'CC0 1.0', href: 'https://creativecommons.org/publicdomain/zero/1.0/' },
] as const

/** The `PATCH` of a form: an emptied field is removed. */
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
    const known = licences.find((licence) => licence.title === title)
    patch.license = title ? { title, href: href || known?.href || '' } : null
  }
  return patch
}

/** The topics that a form chose, whole; undefined where it had none to choose. */
function chosenTopics(form: URLSearchParams, topics: readonly Topic[]): Topic[] | undefined {
  if (!form.has('topics')) return undefined
  const chosen = new Set(form.getAll('topics'))
  return topics.filter(({ id }) => chosen.has(id))
}

function listOf(text: string): string[] | null {
  const items = [...new Set(text.split(/[,;\n]/).map((item) => item.trim()))].filter(Boolean)
  return items.length > 0 ? items : null
}

const everybody = (entry: Permission): boolean => entry.type === undefined

/** The permissions, with everybody let in to list and read, or not; what others were granted stays. */
export function openedTo(permissions: readonly Permission[], isPublic: boolean): Permission[] {
  const others = permissions.filter((entry) => !everybody(entry))
  return isPublic ? [...others, { classes: ['list', 'read'] }] : others
}
