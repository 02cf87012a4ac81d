import type { Permission } from '../../permissions'
import type { View } from '../view'

type Props = {
  view: View
  /** URL that the form is sent to, with `part=access`. */
  action: string
  visibility: string
  kind: 'dataset' | 'application'
}

/** Who may see a dataset or an application: everyone, or only people with permission. */
export function AccessForm({ view, action, visibility, kind }: Props) {
  const { say } = view
  return (
    <form class="form card" method="post" action={action}>
      <h2 id="access">{say('access')}</h2>
      <input type="hidden" name="part" value="access" />
      {(['public', 'protected'] as const).map((access) => (
        <label class="choice">
          <input
            type="radio"
            name="access"
            value={access}
            checked={(visibility === 'public') === (access === 'public')}
          />
          <span>
            <strong>{say(`visibility:${access}`)}</strong>
            <span class="quiet">{say(kind === 'dataset' ? `access:${access}` : `applicationAccess:${access}`)}</span>
          </span>
        </label>
      ))}
      <p class="button-row">
        <button type="submit">{say('save')}</button>
      </p>
    </form>
  )
}

const everybody = (entry: Permission): boolean => entry.type === undefined

/** The permissions, with list and read for everyone added or removed; other entries are unchanged. */
export function openedTo(permissions: readonly Permission[], isPublic: boolean): Permission[] {
  const others = permissions.filter((entry) => !everybody(entry))
  return isPublic ? [...others, { classes: ['list', 'read'] }] : others
}
