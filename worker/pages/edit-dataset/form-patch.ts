/** The form of a dataset as requests to the API. Pure. */
import type { Metadata } from '../../datasets'
import { foldAccents } from '../../schema/fold-accents'
import type { AccountChoices, Topic } from './account-choices'

type Stored = Pick<Partial<Metadata>, 'customMetadata' | 'conformsTo'>

const texts = [
  'title',
  'summary',
  'description',
  'image',
  'origin',
  'spatial',
  'creator',
  'frequency',
  'modified',
] as const

/**
 * The `PATCH` of a form: an empty input removes the property.
 *
 * @param stored the metadata before the form, of which it may show a part only
 */
export function patchOf(
  form: URLSearchParams,
  { topics: offered, licences, otherLicences }: Pick<AccountChoices, 'topics' | 'licences' | 'otherLicences'>,
  stored: Stored = {},
): Record<string, unknown> {
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
    const preset = licenceNamed(title, [...licences, ...otherLicences])
    patch.license = title ? { title: preset?.title ?? title, href: href || preset?.href || '' } : null
  }
  const conformsTo = partsIn(form, 'conformsTo.')
  if (conformsTo) patch.conformsTo = merged(stored.conformsTo, conformsTo)
  const custom = partsIn(form, 'custom.')
  if (custom) patch.customMetadata = merged(stored.customMetadata, custom)
  return patch
}

/** The offered licence with a title, or else the first one whose title begins so, whatever the case and accents. */
function licenceNamed(
  title: string,
  licences: readonly AccountChoices['licences'][number][],
): AccountChoices['licences'][number] | undefined {
  const typed = foldAccents(title)
  const isNamed = (test: (offered: string) => boolean) => licences.find((one) => test(foldAccents(one.title)))
  return (
    licences.find((one) => one.title === title) ??
    isNamed((offered) => offered === typed) ??
    (typed.length >= minLicenceChars ? isNamed((offered) => offered.startsWith(typed)) : undefined)
  )
}

/** Fewer letters begin the titles of several licences. */
const minLicenceChars = 4

/** Whether the period of a form ends before it starts. */
export function endsBeforeStart(form: URLSearchParams): boolean {
  const [start, end] = [form.get('start'), form.get('end')]
  return Boolean(start && end && end < start)
}

/** The inputs of a form whose names begin with a prefix; undefined when it has none. */
function partsIn(form: URLSearchParams, prefix: string): [name: string, value: string][] | undefined {
  const parts = [...form]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]): [string, string] => [name.slice(prefix.length), value.trim()])
  return parts.length > 0 ? parts : undefined
}

/** Stored texts with those of a form; null when none is left. */
function merged(stored: Record<string, string | undefined> | null | undefined, parts: [string, string][]) {
  const texts = new Map([...Object.entries(stored ?? {}), ...parts].filter(([, value]) => value !== undefined))
  const filled = [...texts].filter(([, value]) => value)
  return filled.length > 0 ? Object.fromEntries(filled) : null
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
