/** The notice that another user changed the columns of the dataset: the grid has those of the moment it was opened. */
import type { Settings } from '../settings'

/** The properties of a column that its cells depend on; others follow from the rows. */
const compared = [
  ...['key', 'title', 'type', 'format', 'separator', 'x-required', 'x-labels', 'x-labelsRestricted'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'x-display'],
]

/** @returns a function that compares the columns of the service with those of its first call, and shows the notice when they differ */
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
