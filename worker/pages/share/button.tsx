import { Icon } from '../components/icon'
import type { View } from '../view'

/** Opens the sharing of a dataset or an application: over this page with the island `share`, else as a page. */
export function ShareButton({ view, path, label }: { view: View; path: string; label?: string }) {
  return (
    <a class="button" href={`${view.baseUrl}${path}/share`} data-share data-close-label={view.say('close')}>
      {!label && <Icon name="link" />}
      {label ?? view.say('share')}
    </a>
  )
}

/** The islands of a page with the button. */
export const shareIslands = ['copy', 'share', 'unsaved']
