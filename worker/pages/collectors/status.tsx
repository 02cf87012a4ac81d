import type { View } from '../view'
import type { RunView } from './read-api'

/** The status of a run. */
export function RunStatus({ view, run }: { view: View; run: Pick<RunView, 'status'> }) {
  const tone = run.status === 'error' ? 'danger' : run.status === 'killed' ? 'warn' : ''
  return <span class={`chip ${tone}`}>{view.say(`run:${run.status}`)}</span>
}
