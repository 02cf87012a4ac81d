import type { UserEntry } from '../../administration'
import { Confirmed } from '../components/confirmation'
import { roleName } from '../settings/roles'
import type { View } from '../view'
import type { Result } from './frame'
import type { ListPaging } from './list-paging'
import { SearchedList } from './searched-list'

type Props = {
  view: View
  found: { count: number; results: UserEntry[] }
  position: ListPaging
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
        {found.results.map(({ id, name, email, isAdmin, hasTwoFactor, createdAt, blockedAt, organizations }) => (
          <li>
            <div>
              <strong>
                <a href={`${baseUrl}/admin/owners/user/${encodeURIComponent(id)}`}>{name}</a>{' '}
                {blockedAt && <span class="chip danger">{say('blocked')}</span>}{' '}
                {isAdmin && <span class="chip">{say('superAdministrator')}</span>}{' '}
                {hasTwoFactor && <span class="chip">{say('twoFactor')}</span>}
              </strong>
              <span class="quiet">
                {email} · {say('userFrom', { date: view.date(createdAt) })}
              </span>
              <span class="quiet">
                {organizations.map((one) => (
                  <>
                    <a href={`${baseUrl}/admin/owners/organization/${encodeURIComponent(one.id)}`}>{one.name}</a> (
                    {say(roleName(one.role))}) ·{' '}
                  </>
                ))}
                <a href={`${baseUrl}/admin/activity?${new URLSearchParams({ user: id })}`}>{say('activityTitle')}</a>
              </span>
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
              <Confirmed
                view={view}
                label={say(isAdmin ? 'revokeAdmin' : 'grantAdmin')}
                object={name}
                warning={say(isAdmin ? 'revokeAdminWarning' : 'grantAdminWarning', { name })}
                action={`${baseUrl}/admin/users/${encodeURIComponent(id)}`}
                isHarmless={!isAdmin}
              >
                <input type="hidden" name="isAdmin" value={String(!isAdmin)} />
              </Confirmed>
            )}
          </li>
        ))}
      </ul>
    </SearchedList>
  )
}
