/** The outcome of an import, kept for the page that shows it: its form is not sent again when that page is read again. */
import { readShortLived, storeShortLived } from '../../datasets/stored-files'
import { limits } from '../../limits'
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
export async function storeOutcome({ ctx }: View, dataset: string, imported: Imported): Promise<string> {
  const id = ctx.newId()
  const { answer } = imported
  const warnings = answer.warnings?.filter(({ line }) => line < 0)
  const value: Imported = {
    ...imported,
    answer: { ...answer, ...(warnings ? { warnings } : {}) },
  }
  await storeShortLived(ctx, { key: keyOf(dataset, id), value, lifetimeMs: limits.pages.importOutcomeMs })
  return id
}

/** The outcome with an id, of an import into this dataset; undefined when there is none, or no longer. */
export async function readOutcome({ ctx }: View, dataset: string, id: string): Promise<Imported | undefined> {
  return /^[\w-]{1,100}$/.test(id) ? readShortLived<Imported>(ctx, keyOf(dataset, id)) : undefined
}

const keyOf = (dataset: string, id: string): string => `import-outcomes/${dataset}/${id}`
