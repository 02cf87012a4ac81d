/** The choice, for each column that a new file lacks, of a new column that is the same under another header. */
import { type Dataset, readStatistics, type Version } from '../../datasets'
import { limits } from '../../limits'
import type { Field } from '../../schema/field'
import { fieldKey } from '../../schema/keys/column-keys'
import { type RenamedColumn, withRenamed } from '../../schema/keys/renamed-columns'
import { mergeSchema, structureDifferences } from '../../schema/merge-schema'
import { type ColumnMatch, columnMatches } from '../../schema/proposals/match-columns'
import type { View } from '../view'
import { readFirstLines, valuesOf } from './read-draft'

export type Candidates = { gone: Field[]; added: Field[] }

/** The first columns that a draft lacks, and its first new ones: neither is empty, or both are. */
export function candidatesOf({ published }: Dataset, draft: Version): Candidates {
  if (!published.lines) return { gone: [], added: [] }
  const { missing, added } = structureDifferences(published.schema, draft.schema)
  if (missing.length === 0 || added.length === 0) return { gone: [], added: [] }
  const [gone, news] = [new Set(missing), new Set(added)]
  const first = (fields: readonly Field[]) => fields.slice(0, limits.pages.renamedColumns)
  return {
    gone: first(published.schema.filter(({ key }) => gone.has(key))),
    added: first(draft.schema.filter(({ key }) => news.has(key))),
  }
}

/** The pairs that names and values propose. */
export async function proposedRenames(
  view: View,
  dataset: Dataset,
  { gone, added }: Candidates,
): Promise<ColumnMatch[]> {
  if (gone.length === 0) return []
  const observe = async (fields: readonly Field[], isDraft: boolean) => {
    const statistics = await readStatistics(view.ctx, { dataset, draft: isDraft })
    const lines = await readFirstLines(view, dataset, { schema: fields, isDraft })
    return fields.map((field) => {
      const ofField = statistics.get(field.key)
      return { field, statistics: ofField, values: valuesOf(field, ofField, lines) }
    })
  }
  const [before, after] = await Promise.all([observe(gone, false), observe(added, true)])
  return columnMatches(before, after)
}

/** A draft whose file was read but could not be processed, with the columns that it would have. */
export function readVersion(draft: Version): Version {
  const schema = draft.file?.schema
  return schema ? { ...draft, schema: mergeSchema(draft.schema, schema) } : draft
}

/** The pairs that names propose, of a draft without rows. */
export const namedRenames = ({ gone, added }: Candidates): ColumnMatch[] => {
  const unread = (fields: readonly Field[]) => fields.map((field) => ({ field, statistics: undefined, values: [] }))
  return columnMatches(unread(gone), unread(added))
}

/** The columns of a draft that keep the key of another header by an earlier decision, with the header of its file. */
export function keptRenames(
  { metadata }: Dataset,
  draft: Version,
): (RenamedColumn & { header: string; field: Field })[] {
  const algorithm = metadata.analysis?.escapeKeyAlgorithm
  return (draft.renamedColumns ?? []).flatMap((renamed) => {
    const field = draft.schema.find(({ key }) => key === renamed.key)
    const header = draft.file?.schema?.find(({ key }) => key === renamed.key)?.['x-originalName']
    return field && header && fieldKey(header, algorithm) === renamed.fileKey ? [{ ...renamed, header, field }] : []
  })
}

/** The name of the choice of a column in the form. */
export const choiceName = (key: string): string => `renamed:${key}`

/** The renamed columns of a form, and whether it names a new column for several. */
export function chosenRenames(
  form: URLSearchParams,
  { gone, added }: Candidates,
): { renamed: RenamedColumn[]; isRepeated: boolean } {
  const free = new Set(added.map(({ key }) => key))
  const offered = new Set(free)
  let isRepeated = false
  const renamed = gone.flatMap(({ key }) => {
    const fileKey = form.get(choiceName(key)) ?? ''
    if (!offered.has(fileKey)) return []
    if (free.delete(fileKey)) return { fileKey, key }
    isRepeated = true
    return []
  })
  return { renamed, isRepeated }
}

/** A draft as it is with its renamed columns, each at the place of the column of the file. */
export function renamedVersion({ published }: Dataset, draft: Version, renamed: readonly RenamedColumn[]): Version {
  if (renamed.length === 0) return draft
  const detected = draft.file?.schema ?? []
  const fields = withRenamed(published.schema, { schema: draft.schema, detected }, renamed)
  return {
    ...draft,
    schema: fields.schema,
    ...(draft.file ? { file: { ...draft.file, schema: fields.detected } } : {}),
  }
}

/** Inputs of a column whose first values depend on the column it is. */
export const givenInputs = ['title', 'concept', 'type', 'separator'] as const

/**
 * A form without the values that the page had given to a column as another one, and that were not changed: those of the column as
 * it is now apply. Changed values are kept.
 */
export function withoutGiven(
  form: URLSearchParams,
  { schema }: Version,
  renamed: readonly RenamedColumn[],
): URLSearchParams {
  const keys = new Map(renamed.map(({ fileKey, key }) => [fileKey, key]))
  const next = new URLSearchParams(form)
  for (const [at, { key }] of schema.entries()) {
    const shown = form.get(`shown-as-${at}`)
    if (shown === null || shown === (keys.get(key) ?? '')) continue
    for (const name of givenInputs) {
      const isDeclined = name === 'concept' && form.has(`proposed-${at}`) && !form.has(`accept-${at}`)
      if (form.get(`${name}-${at}`) !== form.get(`given-${name}-${at}`) || isDeclined) continue
      next.delete(`${name}-${at}`)
      if (name === 'concept') for (const of of ['proposed', 'accept']) next.delete(`${of}-${at}`)
      if (name === 'type') next.delete(`number-expression-${at}`)
    }
  }
  return next
}
