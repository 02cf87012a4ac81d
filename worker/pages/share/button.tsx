import { Icon } from '../components/icon'
import type { View } from '../view'
import type { SharedView } from './shared-view'

type Props = { view: View; path: string; label?: string; shown?: SharedView | undefined }

/**
 * Opens the sharing of a dataset or an application: over this page with the island `share`, else as a page.
 *
 * @param shown the view of the page, which the island reads again from the address: it may have changed
 */
export function ShareButton({ view, path, label, shown }: Props) {
  const query = shown ? `?${new URLSearchParams({ shown: shown.tab + shown.query })}` : ''
  return (
    <a
      class="button"
      href={`${view.baseUrl}${path}/share${query}`}
      data-share={shown?.tab ?? ''}
      data-close-label={view.say('close')}
    >
      {!label && <Icon name="link" />}
      {label ?? view.say('share')}
    </a>
  )
}

/** The islands of a page with the button. */
export const shareIslands = ['copy', 'share', 'unsaved']
