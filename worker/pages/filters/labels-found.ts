/** The values whose label has the text of a search. The search of rows reads values, and readers see labels. Pure. */

import type { Field } from '../../schema/field'
import { foldAccents } from '../../schema/fold-accents'

/** Labels that are offered at most. */
const maxOffered = 4

export type LabelFound = { field: Field; value: string; label: string }

/** The labels that have the text, in any case and without accents; the shortest ones, which are nearest to it, first. */
export function labelsFound(text: string | null, fields: readonly Field[]): LabelFound[] {
  const searched = foldAccents((text ?? '').trim())
  if (searched === '') return []
  return fields
    .filter((field) => field['x-capabilities']?.index !== false)
    .flatMap((field) =>
      Object.entries(field['x-labels'] ?? {}).flatMap(([value, label]) =>
        foldAccents(label).includes(searched) && foldAccents(value) !== searched ? [{ field, value, label }] : [],
      ),
    )
    .toSorted((one, other) => one.label.length - other.label.length)
    .slice(0, maxOffered)
}
