import type { MessageKey } from '../messages'
import type { View } from '../view'

/** The keys of the grid and what they do, by what they are for. */
const groups: readonly [MessageKey, readonly [keys: string, effect: MessageKey][]][] = [
  [
    'keys:move',
    [
      ['Tab, Enter', 'keys:next'],
      ['Ctrl+Home, Ctrl+End', 'keys:ends'],
      ['Escape, Tab', 'keys:leave'],
    ],
  ],
  [
    'keys:select',
    [
      ['Shift+↓', 'keys:extend'],
      ['Shift+Space', 'keys:rows'],
      ['Ctrl+Space', 'keys:columns'],
      ['Ctrl+A', 'keys:all'],
    ],
  ],
  [
    'keys:type',
    [
      ['F2, Enter', 'keys:edit'],
      ['Alt+Enter', 'keys:break'],
      ['Ctrl+;', 'keys:today'],
      ['Ctrl+Enter', 'keys:fillAll'],
      ['Ctrl+D, Ctrl+R', 'keys:fill'],
      ['Delete', 'keys:clear'],
    ],
  ],
  [
    'keys:use',
    [
      ['Ctrl+C, Ctrl+X, Ctrl+V', 'keys:copy'],
      ['Ctrl+Z, Ctrl+Y', 'keys:undo'],
      ['Ctrl+H', 'findAndReplace'],
      ['Alt+↓', 'keys:filter'],
      ['Shift+F10', 'keys:menu'],
      ['Ctrl+/', 'keys:help'],
    ],
  ],
]

/** Keys whose names are words. */
const named: Readonly<Record<string, MessageKey>> = {
  Enter: 'key:Enter',
  Shift: 'key:Shift',
  Escape: 'key:Escape',
  Delete: 'key:Delete',
  Space: 'key:Space',
  Home: 'key:Home',
  End: 'key:End',
}

/** The dialog of the keys of the grid. */
export function GridKeys({ view: { say } }: { view: View }) {
  const nameOf = (key: string) => {
    const message = named[key]
    return message ? say(message) : key
  }
  return (
    <dialog id="grid-keys" class="grid-keys" aria-labelledby="grid-keys-title">
      <form method="dialog">
        <h2 id="grid-keys-title">{say('gridKeys')}</h2>
        <div class="key-groups">
          {groups.map(([group, keys]) => (
            <section>
              <h3>{say(group)}</h3>
              <dl>
                {keys.map(([pressed, effect]) => (
                  <>
                    <dt>
                      {pressed.split(', ').map((one) => (
                        <kbd>{one.split('+').map(nameOf).join('+')}</kbd>
                      ))}
                    </dt>
                    <dd>{say(effect)}</dd>
                  </>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p class="button-row">
          <button type="submit">{say('close')}</button>
        </p>
      </form>
    </dialog>
  )
}
