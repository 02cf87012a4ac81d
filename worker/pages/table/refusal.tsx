import { describe, type Problem } from '../../errors'
import type { View } from '../view'

/** Why a query is not answered, in the place of its lines, and the way back. */
export function Refusal({ view, address, problem }: { view: View; address: string; problem: Problem }) {
  return (
    <div class="notice danger" role="alert">
      <p>{describe(problem, view.language)}</p>
      <a class="button" href={address} data-swap>
        {view.say('clearAll')}
      </a>
    </div>
  )
}
