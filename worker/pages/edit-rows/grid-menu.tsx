import { Icon, type IconName } from '../components/icon'
import type { Settings } from '../islands/editing/settings'
import type { MessageKey } from '../messages'
import type { View } from '../view'

/** The menu of the cells, which the script of the page opens. */
export function GridMenu({ view, settings }: { view: View; settings: Settings }) {
  const items: [string, IconName, MessageKey][] = [
    ['cut', 'cut', 'cut'],
    ['copy', 'copy', 'copy'],
    ['paste', 'paste', 'paste'],
    ['add', 'plus', 'addLine'],
    ['duplicate', 'copy', 'duplicateRows'],
    ...(settings.deletes ? [['delete', 'trash', 'deleteRows'] as [string, IconName, MessageKey]] : []),
    ['form', 'edit', 'editAsForm'],
    ['columnMenu', 'columns', 'columnMenu'],
    ...(settings.hasHistory ? [['history', 'history', 'rowHistory'] as [string, IconName, MessageKey]] : []),
  ]
  return (
    <div id="grid-menu" class="grid-menu" role="menu" popover="auto" aria-label={view.say('cellMenu')}>
      {items.map(([name, icon, label]) => (
        <button type="button" role="menuitem" tabindex={-1} data-do={name}>
          <Icon name={icon} />
          {view.say(label)}
        </button>
      ))}
    </div>
  )
}
