import type { Actor } from '../../identity'
import { Icon } from '../components/icon'
import type { View } from '../view'

type Props = {
  view: View
  actor: Extract<Actor, { type: 'user' }>
  /** Without the active account. */
  onlyOthers?: boolean
}

/** The accounts that the user can switch to, each a button that comes back to this page. */
export function AccountSwitch({ view, actor, onlyOthers = false }: Props) {
  const { say, here, baseUrl } = view
  const choices = [
    { value: '', name: actor.name, isActive: actor.account.type === 'user' },
    ...actor.memberships.map(({ organization, department }, at) => ({
      value: String(at),
      name: department ? `${organization.name} – ${department.name}` : organization.name,
      isActive: actor.account.id === organization.id && actor.account.department === department?.id,
    })),
  ]
  return (
    <form class="account-switch" method="post" action={`${baseUrl}/account`} aria-label={say('actFor')}>
      <p class="quiet">{say('actFor')}</p>
      <input type="hidden" name="back" value={here.pathname + here.search} />
      {choices
        .filter(({ isActive }) => !onlyOthers || !isActive)
        .map(({ value, name, isActive }) => (
          <button
            type="submit"
            name="membership"
            value={value}
            {...(isActive ? { 'aria-current': 'true' as const } : {})}
          >
            {isActive && <Icon name="check" />}
            {name}
          </button>
        ))}
    </form>
  )
}
