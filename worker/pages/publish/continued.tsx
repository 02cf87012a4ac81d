import { type Dataset, readStatistics, type Version } from '../../datasets'
import type { KeptKeys } from '../../schema/column-keys'
import { continuations, type Resemblance } from '../../schema/continued'
import type { Field } from '../../schema/field'
import { structureDifferences } from '../../schema/merge'
import { ownValue } from '../../schema/own-value'
import { nameOf } from '../table/field'
import type { View } from '../view'
import type { ReadDraft } from './read-draft'

/** The removed columns of a file, and the new one that each is now. Empty unless there are some of both. */
export type Continued = {
  removed: { field: Field; chosen: string; why?: Resemblance }[]
  added: Field[]
}

/** A draft, and the columns of it that continue removed ones. */
export type Compared = { dataset: Dataset; draft: Version; kept: KeptKeys }

type Input = { dataset: Dataset; draft: Version; read: ReadDraft; form?: URLSearchParams | undefined }

/** The choices of a form, or those that types, names and values propose. */
export async function continuedOf(view: View, { dataset, draft, read, form }: Input): Promise<Continued> {
  const { removed, added } = fieldsOf(dataset, draft)
  if (removed.length === 0) return { removed: [], added }
  const before = await readStatistics(view.ctx, { dataset })
  const valuesOf = (statistics: ReadDraft['statistics'], { key }: Field, lines: ReadDraft['lines'] = []) =>
    new Set([
      ...(statistics.get(key)?.frequent.map(([value]) => value) ?? []),
      ...lines.flatMap((line) => ownValue(line, key) ?? []).map(String),
    ])
  const proposed = continuations(
    removed.map((field) => ({ field, values: valuesOf(before, field) })),
    added.map((field) => ({ field, values: valuesOf(read.statistics, field, read.lines) })),
  )
  return {
    added,
    removed: removed.map((field) => {
      const proposal = proposed.get(field.key)
      const chosen = form?.get(inputOf(field.key)) ?? (form ? '' : proposal?.key)
      return { field, chosen: chosen ?? '', ...(proposal && chosen === proposal.key ? { why: proposal.why } : {}) }
    }),
  }
}

/** The chosen columns, by the key of the new one; one that is chosen twice counts once. */
export function keptIn({ removed, added }: Continued): KeptKeys {
  const known = new Set(added.map(({ key }) => key))
  const chosen = removed.filter(({ chosen }) => known.has(chosen)).reverse()
  return Object.fromEntries(chosen.map(({ field, chosen: key }) => [key, field.key]))
}

/** The choices that a form sends; repeated where two removed columns have the same one. */
export function keptFrom(
  form: URLSearchParams,
  dataset: Dataset,
  draft: Version,
): { kept: KeptKeys; isRepeated: boolean } {
  const { removed, added } = fieldsOf(dataset, draft)
  const choices = removed.map((field) => ({ field, chosen: form.get(inputOf(field.key)) ?? '' }))
  const kept = keptIn({ removed: choices, added })
  const count = choices.filter(({ chosen }) => chosen !== '').length
  return { kept, isRepeated: count > Object.keys(kept).length }
}

/** The fields of a form without the concepts that are only proposed, where the continued column has one. */
export function withoutProposals(
  fields: readonly Field[],
  { form, dataset, draft, kept }: Compared & { form: URLSearchParams },
): Field[] {
  return fields.map((field, at) => {
    const old = dataset.published.schema.find(({ key }) => Object.hasOwn(kept, field.key) && key === kept[field.key])
    if (!old?.['x-refersTo'] || form.get(`concept-${at}`) !== form.get(`proposed-${at}`)) return field
    return { ...field, 'x-refersTo': draft.schema[at]?.['x-refersTo'] ?? null }
  })
}

export function ContinuedColumns({ view, continued: { removed, added } }: { view: View; continued: Continued }) {
  const { say } = view
  if (removed.length === 0) return null
  return (
    <fieldset class="continued">
      <legend>{say('continuedTitle')}</legend>
      <p class="quiet">{say('continuedHelp')}</p>
      {removed.map(({ field, chosen, why }) => (
        <label>
          <span>{say('continuedBy', { name: nameOf(field) })}</span>
          <select name={inputOf(field.key)}>
            <option value="">{say('continuedByNone')}</option>
            {added.map((one) => (
              <option value={one.key} selected={one.key === chosen}>
                {nameOf(one)}
              </option>
            ))}
          </select>
          {why && <span class="reason">{say(`continued:${why}`)}</span>}
        </label>
      ))}
    </fieldset>
  )
}

const inputOf = (key: string): string => `continued-${key}`

function fieldsOf({ published }: Dataset, draft: Version): { removed: Field[]; added: Field[] } {
  const { missing, added } = structureDifferences(published.schema, draft.schema)
  if (!published.lines || added.length === 0) return { removed: [], added: [] }
  return {
    removed: published.schema.filter(({ key }) => missing.includes(key)),
    added: draft.schema.filter(({ key }) => added.includes(key)),
  }
}
