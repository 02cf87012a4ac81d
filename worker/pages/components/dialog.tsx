import type { Child } from 'hono/jsx'
import type { View } from '../view'
import { Icon, type IconName } from './icon'

type Props = { view: View; id: string; icon: IconName; title: string; children: Child }

/** A button that opens a dialog. Both work without scripts: the dialog is a popover, closed by Escape or a click outside. */
export function DialogButton({ view, id, icon, title, children }: Props) {
  return (
    <>
      <button type="button" popovertarget={id} aria-haspopup="dialog">
        <Icon name={icon} />
        {title}
      </button>
      <div class="dialog" id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
        <header>
          <h2 id={`${id}-title`}>{title}</h2>
          <button
            type="button"
            class="icon-button"
            popovertarget={id}
            popovertargetaction="hide"
            aria-label={view.say('close')}
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </>
  )
}
