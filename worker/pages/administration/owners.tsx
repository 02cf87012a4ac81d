import type { AccountUsage } from '../../administration'
import { limits } from '../../limits'
import { DialogButton } from '../components/dialog'
import type { View } from '../view'
import type { Result } from './frame'
import type { ListPosition } from './position'
import { SearchedList } from './searched-list'

type Props = {
  view: View
  found: { count: number; results: AccountUsage[] }
  position: ListPosition
  result: Result
}

/** The accounts, with what they store and their limits. */
export function OwnersPage({ view, found, position, result }: Props) {
  const { say } = view
  return (
    <SearchedList
      view={view}
      part="owners"
      label={say('searchAccounts')}
      count={found.count}
      position={position}
      result={result}
    >
      <section class="scroller" tabindex={0} aria-label={say('admin:owners')}>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{say('account')}</th>
              <th scope="col" class="number">
                {say('datasets')}
              </th>
              <th scope="col" class="number">
                {say('rows')}
              </th>
              <th scope="col" class="number">
                {say('usage:storage')}
              </th>
              <th scope="col">
                <span class="visually-hidden">{say('limitsAction')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.results.map((account, at) => (
              <AccountRow view={view} account={account} dialog={`limits-${at}`} />
            ))}
          </tbody>
        </table>
      </section>
    </SearchedList>
  )
}

function AccountRow({ view, account, dialog }: { view: View; account: AccountUsage; dialog: string }) {
  const { say, baseUrl } = view
  const { type, id, name, maxStoreBytes, maxDatasets } = account
  const owner = new URLSearchParams({ owner: `${type}:${id}` })
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">
        <a href={`${baseUrl}/?${owner}`}>{view.number(account.datasets)}</a>
        {maxDatasets >= 0 && <span class="quiet"> / {view.number(maxDatasets)}</span>}
      </td>
      <td class="number">{view.number(account.lines)}</td>
      <td class="number">
        {view.bytes(account.storeBytes)}
        {maxStoreBytes >= 0 && <span class="quiet"> / {view.bytes(maxStoreBytes)}</span>}
      </td>
      <td>
        <DialogButton view={view} id={dialog} icon="settings" title={say('limitsOf', { name })}>
          <form class="form" method="post" action={`${baseUrl}/admin/owners/${type}/${encodeURIComponent(id)}/limits`}>
            <p class="quiet">{say('limitHelp')}</p>
            <label>
              {say('maxStorage')}
              <input
                type="number"
                name="megabytes"
                min={0}
                value={maxStoreBytes >= 0 ? String(Math.round(maxStoreBytes / limits.administration.megabyte)) : ''}
              />
            </label>
            <label>
              {say('maxDatasets')}
              <input type="number" name="datasets" min={0} value={maxDatasets >= 0 ? String(maxDatasets) : ''} />
            </label>
            <p class="button-row">
              <button class="primary" type="submit">
                {say('save')}
              </button>
            </p>
          </form>
        </DialogButton>
      </td>
    </tr>
  )
}
