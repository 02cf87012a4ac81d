import type { Problem } from '../../errors'
import { problemText } from '../problem-text'
import type { View } from '../view'

/** The error of a query, in place of its lines, with a link that clears the filters. */
export function QueryProblem({ view, address, problem }: { view: View; address: string; problem: Problem }) {
  return (
    <div class="notice danger" role="alert">
      <p>{problemText(problem, view.language)}</p>
      <a class="button" href={address} data-swap>
        {view.say('clearAll')}
      </a>
    </div>
  )
}
