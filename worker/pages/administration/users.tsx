import type { UserEntry } from '../../administration'
import { Confirmed } from '../components/confirmed'
import type { View } from '../view'
import type { Result } from './frame'
import type { ListPosition } from './position'
import { SearchedList } from './searched-list'

type Props = {
  view: View
  found: { count: number; results: UserEntry[] }
  position: ListPosition
  /** The id of the reader, whose own right is not changed. */
  reader: string
  result: Result
}

/** The users of the service. */
export function UsersPage({ view, found, position, reader, result }: Props) {
  const { say, baseUrl } = view
  return (
    <SearchedList
      view={view}
      part="users"
      label={say('searchUsers')}
      count={found.count}
      position={position}
      result={result}
    >
      <ul class="rows">
        {found.results.map(({ id, name, email, isAdmin, hasTwoFactor, createdAt, organizations }) => (
          <li>
            <div>
              <strong>
                {name} {isAdmin && <span class="chip">{say('superAdministrator')}</span>}{' '}
                {hasTwoFactor && <span class="chip">{say('twoFactor')}</span>}
              </strong>
              <span class="quiet">
                {email} · {say('userFrom', { date: view.date(createdAt) })}
              </span>
              {organizations.length > 0 && (
                <span class="quiet">
                  {organizations.map((one) => `${one.name} (${say(`role:${roleOf(one.role)}`)})`).join(' · ')}
                </span>
              )}
            </div>
            {hasTwoFactor && id !== reader && (
              <Confirmed
                view={view}
                label={say('endTwoFactor')}
                object={name}
                warning={say('endTwoFactorWarning', { name })}
                action={`${baseUrl}/admin/users/${encodeURIComponent(id)}/two-factor`}
              />
            )}
            {id !== reader && (
              <form method="post" action={`${baseUrl}/admin/users/${encodeURIComponent(id)}`}>
                <button
                  type="submit"
                  name="isAdmin"
                  value={String(!isAdmin)}
                  aria-label={`${say(isAdmin ? 'revokeAdmin' : 'grantAdmin')}: ${name}`}
                >
                  {say(isAdmin ? 'revokeAdmin' : 'grantAdmin')}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </SearchedList>
  )
}

const roleOf = (role: string) => (role === 'admin' || role === 'contrib' ? role : 'user')
