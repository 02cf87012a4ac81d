import type { View } from '../view'
import { Icon } from './icon'

/** The chip of what not everyone sees: the members of its organization, or people by name. */
export function Visibility({ view, audience }: { view: View; audience: 'public' | 'members' | 'protected' }) {
  if (audience === 'public') return null
  return (
    <span class="chip quiet-chip">
      <Icon name="lock" />
      {view.say(`audience:${audience}`)}
    </span>
  )
}
