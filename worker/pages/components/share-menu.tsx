import type { View } from '../view'
import { Copied } from './copied'
import { Icon } from './icon'

type Shared = { label: string; text: string; follows?: string }

/** A menu with the address of a view of a dataset and the code that embeds it. `follows` is that of `Copied`. */
export function ShareMenu({ view, link, embed }: { view: View; link: Shared; embed: Shared }) {
  return (
    <details class="menu share-menu">
      <summary>
        <Icon name="link" />
        {view.say('share')}
      </summary>
      <div class="menu-body">
        <Copied view={view} {...link} />
        <Copied view={view} {...embed} />
      </div>
    </details>
  )
}
