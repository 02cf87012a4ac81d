import type { AccountUsage } from '../../administration'
import { limits } from '../../limits'
import type { View } from '../view'
import type { Result } from './frame'
import type { ListPaging } from './list-paging'
import { SearchedList } from './searched-list'

type Props = {
  view: View
  found: { count: number; results: AccountUsage[] }
  position: ListPaging
  result: Result
  /** Of the organization that could not be created. */
  name: string
}

/** The accounts, with what they store and their limits. */
export function OwnersPage({ view, found, position, result, name }: Props) {
  const { say } = view
  return (
    <SearchedList
      view={view}
      part="owners"
      label={say('searchAccounts')}
      count={found.count}
      position={position}
      result={result}
      after={!view.ctx.config.DIRECTORY_URL && <NewOrganization view={view} name={name} />}
    >
      <section class="scroller" tabindex={0} aria-label={say('admin:owners')}>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{say('account')}</th>
              <th scope="col">{say('type')}</th>
              <th scope="col" class="number">
                {say('datasets')}
              </th>
              <th scope="col" class="number">
                {say('rows')}
              </th>
              <th scope="col" class="number">
                {say('usage:storage')}
              </th>
            </tr>
          </thead>
          <tbody>
            {found.results.map((account) => (
              <AccountRow view={view} account={account} />
            ))}
          </tbody>
        </table>
      </section>
    </SearchedList>
  )
}

/** Creates an organization, whose administrator is then invited. */
function NewOrganization({ view, name }: { view: View; name: string }) {
  const { say, baseUrl } = view
  return (
    <form class="card form" method="post" action={`${baseUrl}/admin/owners`} data-unsaved={name ? 'changed' : ''}>
      <h2>{say('newOrganization')}</h2>
      <p class="quiet">{say('operatorOrganizationHelp')}</p>
      <label>
        {say('organizationName')}
        <input name="name" value={name} required maxlength={limits.accounts.maxNameChars} autocomplete="off" />
      </label>
      <p class="button-row">
        <button class="primary" type="submit">
          {say('create')}
        </button>
      </p>
    </form>
  )
}

function AccountRow({ view, account }: { view: View; account: AccountUsage }) {
  const { baseUrl } = view
  const { type, id, name, datasets, lines, storeBytes, maxStoreBytes, maxDatasets } = account
  const owner = new URLSearchParams({ owner: `${type}:${id}` })
  return (
    <tr>
      <th scope="row">
        <a href={`${baseUrl}/admin/owners/${type}/${encodeURIComponent(id)}`}>{name}</a>
      </th>
      <td>{view.say(`account:${type}`)}</td>
      <td class="number">
        <a href={`${baseUrl}/?${owner}`}>{view.number(datasets)}</a>
        {maxDatasets >= 0 && <span class="quiet"> / {view.number(maxDatasets)}</span>}
      </td>
      <td class="number">{view.number(lines)}</td>
      <td class="number">
        {view.bytes(storeBytes)}
        {maxStoreBytes >= 0 && (
          <>
            <span class="quiet"> / {view.bytes(maxStoreBytes)}</span>
            <meter
              min={0}
              max={Math.max(1, maxStoreBytes)}
              value={storeBytes}
              aria-label={view.say('labelled', { label: view.say('usage:storage'), text: name })}
            />
          </>
        )}
      </td>
    </tr>
  )
}
