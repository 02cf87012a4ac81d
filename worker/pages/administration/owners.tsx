import type { AccountUsage } from '../../administration'
import { limits } from '../../limits'
import { changed } from '../address'
import { DialogButton } from '../components/dialog'
import { Paging } from '../components/paging'
import { SearchForm } from '../components/search-form'
import type { View } from '../view'
import { AdministrationFrame, type Result } from './frame'
import type { ListPosition } from './position'

type Props = {
  view: View
  found: { count: number; results: AccountUsage[] }
  position: ListPosition
  result: Result
}

/** The accounts, with what they store and their limits. */
export function OwnersPage({ view, found, position, result }: Props) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/admin/owners`
  return (
    <AdministrationFrame view={view} part="owners" result={result}>
      <SearchForm
        view={view}
        address={address}
        params={position.params}
        label={say('searchAccounts')}
        without={['page']}
      />
      <div data-region="results" class="stack">
        {found.count === 0 ? (
          <p class="empty">{say('noneSo')}</p>
        ) : (
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
        )}
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
