/** The outcome of an import. */
import { readStoredOutcome, storeOutcomeOf } from '../outcome'
import type { View } from '../view'
import type { Imported } from './import-file'

/** Whether nothing was written: the form is shown again, with the file that was chosen. */
export const changesNothing = (imported: Imported): boolean =>
  isRefused(imported) || imported.isCheck || imported.answer.cancelled === true

/** Whether nothing of the file was read. */
export function isRefused({ answer: { nbOk, errors = [] } }: Imported): boolean {
  const [first] = errors
  return nbOk === undefined || (nbOk === 0 && first !== undefined && first.line < 0)
}

/** The columns without which a checked file cannot be imported: the dataset does not have them. */
export const hinderingColumns = ({ isCheck, ignoresUnknown, answer }: Imported): readonly string[] =>
  isCheck && !ignoresUnknown ? (answer.unknownColumns ?? []) : []

/** Stores an outcome. @returns its id, for `readOutcome` */
export function storeOutcome(view: View, dataset: string, imported: Imported): Promise<string> {
  const { answer } = imported
  const warnings = answer.warnings?.filter(({ line }) => line < 0)
  const value: Imported = {
    ...imported,
    answer: { ...answer, ...(warnings ? { warnings } : {}) },
  }
  return storeOutcomeOf(view, placeOf(dataset), value)
}

/** The outcome with an id, of an import into this dataset; undefined when there is none, or no longer. */
export const readOutcome = (view: View, dataset: string, id: string): Promise<Imported | undefined> =>
  readStoredOutcome(view, placeOf(dataset), id)

const placeOf = (dataset: string): string => `import-outcomes/${dataset}`
