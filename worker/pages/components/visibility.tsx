import type { View } from '../view'
import { Icon } from './icon'

/** The chip of a dataset or an application that is not public. Both `private` and `protected` read "Private". */
export function Visibility({ view, visibility }: { view: View; visibility: string }) {
  if (visibility === 'public') return null
  return (
    <span class="chip quiet-chip">
      <Icon name="lock" />
      {view.say('visibility:private')}
    </span>
  )
}
