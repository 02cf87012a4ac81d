import type { UserEntry } from '../../administration'
import { changed } from '../address'
import { Confirmed } from '../components/confirmed'
import { Paging } from '../components/paging'
import { SearchForm } from '../components/search-form'
import type { View } from '../view'
import { AdministrationFrame, type Result } from './frame'
import type { ListPosition } from './position'

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
  const address = `${baseUrl}/admin/users`
  return (
    <AdministrationFrame view={view} part="users" result={result}>
      <SearchForm
        view={view}
        address={address}
        params={position.params}
        label={say('searchUsers')}
        without={['page']}
      />
      <div data-region="results" class="stack">
        {found.count === 0 && <p class="empty">{say('noneSo')}</p>}
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
        <Paging
          view={view}
          page={position.page}
          pages={position.pagesOf(found.count)}
          address={(to) => `${address}${changed(position.params, { page: String(to) })}`}
        />
      </div>
    </AdministrationFrame>
  )
}

const roleOf = (role: string) => (role === 'admin' || role === 'contrib' ? role : 'user')
