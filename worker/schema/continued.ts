/** Fields that continue a field whose header changed: `continueFields`, `keptKeysAfter`, `continuations`. Pure. */
import { problem } from '../errors'
import type { KeptKeys } from './column-keys'
import type { Field } from './field'
import { structureDifferences, withConcept, withTransform } from './merge'
import { wordsOf } from './proposals/propose'

/** Fields of the published version and of the draft, and those of the draft with the corrections of a request. */
type Schemas = { published: readonly Field[]; draft: readonly Field[]; sent: readonly Field[] }

/**
 * The fields of a draft, where the new fields that `kept` names have the key and the settings of the removed field that
 * they continue. What the request corrects of a new field stays. They stand where the removed fields stood.
 *
 * @param kept by the key of a new field, that of a removed one
 * @throws `body-invalid` where a field is not new, not removed, or continued twice
 */
export function continueFields({ published, draft, sent }: Schemas, kept: KeptKeys = {}): Field[] {
  const continued = Object.entries(kept)
  if (continued.length === 0) return [...sent]
  const { missing, added } = structureDifferences(published, draft)
  for (const [key, old] of continued) {
    if (!added.includes(key)) throw problem('body-invalid', { reason: `the field "${key}" is not new in the file` })
    if (!missing.includes(old)) throw problem('body-invalid', { reason: `the field "${old}" is not removed` })
  }
  if (new Set(continued.map(([, old]) => old)).size < continued.length) {
    throw problem('body-invalid', { reason: 'two new fields continue the same field' })
  }
  const find = (fields: readonly Field[], key: string | undefined) => fields.find((field) => field.key === key)
  const position = new Map(published.map(({ key }, at) => [key, at]))
  const place = ({ key }: Field) => position.get(key) ?? published.length
  return sent
    .map((field) => {
      const old = find(published, Object.hasOwn(kept, field.key) ? kept[field.key] : undefined)
      return old ? continueField(old, field, find(draft, field.key)) : field
    })
    .sort((one, other) => place(one) - place(other))
}

/** The kept keys of a version after those of a request: the earlier header of a column does not keep its key. */
export function keptKeysAfter(before: KeptKeys | undefined, kept: KeptKeys): KeptKeys {
  const taken = new Set(Object.values(kept))
  return { ...Object.fromEntries(Object.entries(before ?? {}).filter(([, key]) => !taken.has(key))), ...kept }
}

const fromFile = ['type', 'format', 'x-originalName', 'dateFormat', 'dateTimeFormat', 'enum', 'x-cardinality'] as const

function continueField(old: Field, sent: Field, detected: Field | undefined): Field {
  const isCorrected = (name: string) => JSON.stringify(sent[name] ?? null) !== JSON.stringify(detected?.[name] ?? null)
  const corrections = Object.keys(sent).filter((name) => name !== 'key' && isCorrected(name))
  const field: Field = { ...old }
  for (const name of fromFile) delete field[name]
  for (const name of [...fromFile, ...corrections]) if (name in sent) field[name] = sent[name]
  if (!field['x-refersTo'] && sent['x-refersTo']) field['x-refersTo'] = sent['x-refersTo']
  return withConcept(
    isCorrected('type') || isCorrected('format') ? field : withTransform({ ...field, type: sent.type }),
  )
}

/** Why a new field may continue a removed one. */
export type Resemblance = 'values' | 'name'

/** The distinct values of a field that are known. */
export type Known = { field: Field; values: ReadonlySet<string> }

/** The least part of values in common that makes two columns alike. */
const leastCommon = 0.5

/**
 * The new field that each removed one probably is now, by the key of the removed one: of the same type, with words of the name
 * in common, or texts. A new field is proposed once.
 */
export function continuations(
  removed: readonly Known[],
  added: readonly Known[],
): Map<string, { key: string; why: Resemblance }> {
  const found = new Map<string, { key: string; why: Resemblance }>()
  const scored = removed
    .flatMap((old) =>
      added.filter((one) => alike(old.field, one.field)).map((one) => ({ old, one, ...score(old, one) })),
    )
    .filter(({ points }) => points >= leastCommon)
    .sort((one, other) => other.points - one.points)
  const taken = new Set<string>()
  for (const { old, one, why } of scored) {
    if (found.has(old.field.key) || taken.has(one.field.key)) continue
    found.set(old.field.key, { key: one.field.key, why })
    taken.add(one.field.key)
  }
  return found
}

/** The type of a removed field that was corrected, such as codes kept as text, is not the detected one. */
const alike = (old: Field, one: Field): boolean =>
  Boolean(old['x-transform']?.type) || detectedType(old) === detectedType(one)

const detectedType = ({ type, format }: Field): string => (type === 'integer' ? 'number' : `${type} ${format ?? ''}`)

function score(old: Known, one: Known): { points: number; why: Resemblance } {
  // Two columns of small numbers have many in common by chance.
  const values = one.field.type === 'string' ? common(old.values, one.values) : 0
  const name = common(words(old.field), words(one.field))
  return values >= leastCommon ? { points: 1 + values, why: 'values' } : { points: name, why: 'name' }
}

/** The words of the title, and of the header. */
function words({ title, ...field }: Field): Set<string> {
  return new Set([wordsOf({ ...field, title }), wordsOf(field)].flatMap((text) => text.split(' ')).filter(isWord))
}

const isWord = (text: string): boolean => text.length > 1

/** The part of the smaller set that the larger one has too. */
function common(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  return small.size === 0 ? 0 : [...small].filter((value) => large.has(value)).length / small.size
}
