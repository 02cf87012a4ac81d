import type { View } from '../view'
import { Icon } from './icon'

/** A chip that marks what is not public: `private` and `protected` are one thing for people, private. */
export function Visibility({ view, visibility }: { view: View; visibility: string }) {
  if (visibility === 'public') return null
  return (
    <span class="chip quiet-chip">
      <Icon name="lock" />
      {view.say('visibility:private')}
    </span>
  )
}
