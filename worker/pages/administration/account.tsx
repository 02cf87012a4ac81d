import type { UserEntry } from '../../administration'
import { limits } from '../../limits'
import { durationText } from '../../typography'
import type { AccountHistory } from '../../usage'
import { DailyChart, shortNumber } from '../charts/daily-chart'
import { Confirmed } from '../components/confirmation'
import { ShownOnce } from '../components/copy-button'
import { MessageWithMoment } from '../components/moment'
import { TypedDeletion } from '../components/typed-deletion'
import { type Invitation, Invitations } from '../settings/invitations'
import { OrganizationDeletion } from '../settings/organization'
import { roleName } from '../settings/roles'
import { MostRead, readSeries } from '../settings/usage'
import { type Limits, UsageCard } from '../settings/usage-card'
import type { View } from '../view'
import { AdministrationFrame, type Result } from './frame'
import type { LimitInput } from './limits-form'
import { limitInputs } from './limits-form'

export type AccountMember = { id: string; name: string; email?: string; role: string; departmentName?: string }

type Props = {
  view: View
  account: Limits & { type: string; id: string; name: string }
  history: AccountHistory
  /** Of an organization of the embedded directory. */
  organization?: {
    members: AccountMember[]
    invitations: Invitation[]
    departments: { id: string; name: string }[]
    /** The role that the form of an invitation proposes. */
    role: Invitation['role']
    /** Values of the invitation that was refused. */
    typed: URLSearchParams | undefined
  }
  /** A user of the embedded directory. */
  user?: UserEntry & { isReader: boolean }
  /** A link that resets the password of the user, just made. */
  resetLink?: string | undefined
  result: Result
}

/** One account for the operator: what it stores and reads, its limits, its members. */
export function AccountPage({ view, account, history, organization, user, resetLink, result }: Props) {
  const { say, baseUrl } = view
  const { type, id, name } = account
  const path = `${baseUrl}/admin/owners/${type}/${encodeURIComponent(id)}`
  const own = new URLSearchParams({ owner: `${type}:${id}` })
  const resource = new URLSearchParams(
    type === 'user' ? { user: id } : { resource: `${type === 'organization' ? 'organizations' : type}/${id}` },
  )
  return (
    <AdministrationFrame view={view} part="owners" result={result} heading={name} islands={['copy']}>
      <p class="button-row">
        <a class="button" href={`${baseUrl}/admin/owners`}>
          {say('allAccounts')}
        </a>
        <a class="button" href={`${baseUrl}/?${own}`}>
          {say('itsDatasets')}
        </a>
        <a class="button" href={`${baseUrl}/admin/activity?${resource}`}>
          {say('activityTitle')}
        </a>
      </p>
      {user && <Access view={view} user={user} />}
      {user && !user.isReader && <PasswordReset view={view} user={user} link={resetLink} />}
      <UsageCard view={view} usage={account} />
      <LimitsForm view={view} account={account} />
      {organization && <Members view={view} members={organization.members} />}
      {organization && (
        <section class="card">
          <h2>{say('invitations')}</h2>
          <Invitations view={view} action={path} {...organization} />
        </section>
      )}
      <DailyChart
        {...{
          view,
          title: 'readsByDay',
          help: 'readsByDayHelp',
          kind: 'column',
          series: readSeries,
          days: history.days,
        }}
        write={{ full: view.number, short: shortNumber(view) }}
      />
      <section class="card">
        <h2>{say('mostRead')}</h2>
        <p class="quiet">{say('mostReadHelp', { count: limits.usage.mostReadDays })}</p>
        <MostRead view={view} datasets={history.mostRead} />
      </section>
      {organization && <OrganizationDeletion view={view} name={name} action={`${path}/delete`} />}
      {user && !user.isReader && (
        <TypedDeletion
          label={say('deleteUser')}
          help={say('deleteUserHelp')}
          warning={say('deleteUserWarning')}
          typed={say('typeName', { name: user.email })}
          action={`${path}/delete`}
        />
      )}
    </AdministrationFrame>
  )
}

/** Who the user is, and whether the user may sign in. */
function Access({ view, user }: { view: View; user: NonNullable<Props['user']> }) {
  const { say, baseUrl } = view
  const { id, name, email, isAdmin, hasTwoFactor, createdAt, blockedAt, organizations, isReader } = user
  return (
    <section class="card">
      <h2>{say('access')}</h2>
      {blockedAt && (
        <p class="notice danger">
          <MessageWithMoment view={view} message="blockedSince" value="date" iso={blockedAt} />
        </p>
      )}
      <p>
        {email} <span class="quiet">· {say('userFrom', { date: view.date(createdAt) })}</span>{' '}
        {isAdmin && <span class="chip">{say('superAdministrator')}</span>}{' '}
        {hasTwoFactor && <span class="chip">{say('twoFactor')}</span>}
      </p>
      {organizations.length > 0 && (
        <ul>
          {organizations.map((one) => (
            <li>
              <a href={`${baseUrl}/admin/owners/organization/${encodeURIComponent(one.id)}`}>{one.name}</a>{' '}
              <span class="quiet">({say(roleName(one.role))})</span>
            </li>
          ))}
        </ul>
      )}
      {!isReader && (
        <Confirmed
          view={view}
          label={say(blockedAt ? 'unblock' : 'block')}
          object={name}
          warning={say(blockedAt ? 'unblockWarning' : 'blockWarning', { name })}
          action={`${baseUrl}/admin/owners/user/${encodeURIComponent(id)}/block`}
          isHarmless={blockedAt !== undefined}
        >
          <input type="hidden" name="blocked" value={String(!blockedAt)} />
        </Confirmed>
      )}
    </section>
  )
}

/** Makes a link with which the user chooses a new password. It is shown once, for the operator to hand over. */
function PasswordReset({ view, user, link }: { view: View; user: UserEntry; link: string | undefined }) {
  const { say, baseUrl, language } = view
  const duration = durationText(limits.accounts.mailedTokenMs['handed-reset'], language)
  return (
    <section class="card" id="password">
      <h2>{say('password')}</h2>
      {link && <ShownOnce view={view} text={say('resetLinkMade', { name: user.name, duration })} code={link} />}
      <form
        class="form"
        method="post"
        action={`${baseUrl}/admin/owners/user/${encodeURIComponent(user.id)}/password-reset`}
      >
        <p class="quiet">{say('resetLinkHelp', { duration })}</p>
        <p class="button-row">
          <button type="submit">{say('makeResetLink')}</button>
        </p>
      </form>
    </section>
  )
}

function LimitsForm({ view, account }: Pick<Props, 'view' | 'account'>) {
  const { say, baseUrl } = view
  const shown = ({ of, unit }: LimitInput) => {
    const { limit } = account[of]
    return limit >= 0 ? String(Math.round(limit / unit)) : ''
  }
  return (
    <form
      class="card form"
      method="post"
      action={`${baseUrl}/admin/owners/${account.type}/${encodeURIComponent(account.id)}/limits`}
    >
      <h2>{say('limitsAction')}</h2>
      <p class="quiet">{say('limitHelp')}</p>
      <div class="fields">
        {limitInputs.map((input) => (
          <label>
            {say(input.label)}
            <input type="number" name={input.name} min={0} value={shown(input)} placeholder={say('noLimit')} />
          </label>
        ))}
      </div>
      <p class="button-row">
        <button class="primary" type="submit">
          {say('save')}
        </button>
      </p>
    </form>
  )
}

function Members({ view, members }: { view: View; members: AccountMember[] }) {
  const { say, baseUrl } = view
  return (
    <section class="card">
      <h2>{say('settings:members')}</h2>
      {members.length === 0 && <p class="quiet">{say('noMember')}</p>}
      <ul class="rows">
        {members.map(({ id, name, email, role, departmentName }) => (
          <li>
            <div>
              <strong>
                <a href={`${baseUrl}/admin/owners/user/${encodeURIComponent(id)}`}>{name}</a>
              </strong>
              <span class="quiet">{[email, say(roleName(role)), departmentName].filter(Boolean).join(' · ')}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
