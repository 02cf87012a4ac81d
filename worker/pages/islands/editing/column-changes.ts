/** Tells that somebody changed the columns of the dataset, which the grid shows as they were when it was opened. */
import type { Settings } from './settings'

/** The properties of a column that its cells depend on; others follow from the rows. */
const compared = [
  ...['key', 'title', 'type', 'format', 'separator', 'x-required', 'x-labels', 'x-labelsRestricted'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'x-display'],
]

/** @returns a function that reads the columns: the first call notes them, the next ones compare. Without the service nothing is told */
export function columnCheck({ api }: Pick<Settings, 'api'>): () => Promise<void> {
  let first: string | undefined
  return async () => {
    const answer = await fetch(`${api}/schema?calculated=false`, { cache: 'no-store' }).catch(() => undefined)
    if (!answer?.ok) return
    const fields = (await answer.json()) as Record<string, unknown>[] // the schema of a dataset
    const columns = JSON.stringify(fields.map((field) => compared.map((name) => field[name])))
    first ??= columns
    if (columns !== first) document.getElementById('columns-changed')?.removeAttribute('hidden')
  }
}
