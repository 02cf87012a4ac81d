import type { View } from '../view'
import { Icon } from './icon'

/** The chip of a dataset or an application that is not public. */
export function Visibility({ view, audience }: { view: View; audience: 'public' | 'members' | 'protected' }) {
  if (audience === 'public') return null
  return (
    <span class="chip quiet-chip">
      <Icon name="lock" />
      {view.say(`audience:${audience}`)}
    </span>
  )
}
