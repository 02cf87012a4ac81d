import { limits } from '../../limits'
import type { AccountHistory } from '../../usage'
import { DailyChart, shortNumber } from '../charts/daily'
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
  members?: AccountMember[]
  result: Result
}

/** One account for the operator: what it stores and reads, its limits, its members. */
export function AccountPage({ view, account, history, members, result }: Props) {
  const { say, baseUrl } = view
  const { type, id, name } = account
  const own = new URLSearchParams({ owner: `${type}:${id}` })
  const resource = new URLSearchParams(
    type === 'user' ? { user: id } : { resource: `${type === 'organization' ? 'organizations' : type}/${id}` },
  )
  return (
    <AdministrationFrame view={view} part="owners" result={result} heading={name}>
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
      <UsageCard view={view} usage={account} />
      <LimitsForm view={view} account={account} />
      {members && <Members view={view} members={members} />}
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
    </AdministrationFrame>
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
        {members.map(({ name, email, role, departmentName }) => (
          <li>
            <div>
              <strong>
                <a href={`${baseUrl}/admin/users?${new URLSearchParams({ q: email ?? name })}`}>{name}</a>
              </strong>
              <span class="quiet">{[email, say(roleName(role)), departmentName].filter(Boolean).join(' · ')}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
