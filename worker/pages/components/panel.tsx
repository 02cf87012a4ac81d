import type { Child } from 'hono/jsx'
import type { View } from '../view'
import { Icon } from './icon'

/** The side panel of the table: its title takes the focus, and a link closes it. */
export function SidePanel(props: { view: View; title: string; close: string; children: Child }) {
  const { view, title, close, children } = props
  return (
    <aside class="panel" aria-labelledby="panel-title" data-panel>
      <header>
        <h2 id="panel-title" tabindex={-1}>
          {title}
        </h2>
        <a class="icon-button" href={close} data-swap="keep" data-close aria-label={view.say('close')}>
          <Icon name="close" />
        </a>
      </header>
      {children}
    </aside>
  )
}
