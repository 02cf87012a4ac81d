import type { View } from '../view'
import { Icon } from './icon'

/** A chip that marks what is not public. */
export function Visibility({ view, visibility }: { view: View; visibility: string }) {
  if (visibility === 'public') return null
  return (
    <span class="chip quiet-chip">
      <Icon name="lock" />
      {view.say(visibility === 'private' ? 'visibility:private' : 'visibility:protected')}
    </span>
  )
}
