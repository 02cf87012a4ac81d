import { type Owner, referenceOf } from '../../identity'
import { Effects } from '../edit-dataset/delete-form'
import { Layout } from '../layout'
import type { View } from '../view'

/** The dataset or visualization that changes its owner. */
export type Transferred = {
  kind: 'dataset' | 'application'
  id: string
  title: string
  owner: Owner
  isPublic: boolean
  /** Protected links. */
  links: number
  hasReadKey: boolean
  isOnSites: boolean
}

type Props = {
  view: View
  transferred: Transferred
  receivers: readonly Owner[]
  refusal?: string | undefined
  chosen?: string | undefined
}

/** The form that transfers a dataset or a visualization to another account, and the effects of the transfer. */
export function TransferPage({ view, transferred, receivers, refusal, chosen }: Props) {
  const { say, baseUrl } = view
  const { kind, id, title, owner, isPublic, links, hasReadKey, isOnSites } = transferred
  const heading = say(kind === 'dataset' ? 'transferDataset' : 'transferApplication')
  const address = `${baseUrl}/${kind}/${id}`
  const from = nameOf(owner)
  return (
    <Layout view={view} title={heading} current={kind === 'dataset' ? 'datasets' : 'applications'}>
      <form class="card form narrow" method="post" action={`${address}/transfer`}>
        <p class="eyebrow">
          <a href={address}>{title}</a>
        </p>
        <h1>{heading}</h1>
        <p>{say('transferFrom', { owner: from })}</p>
        {refusal && (
          <p class="notice danger" role="alert">
            {refusal}
          </p>
        )}
        {receivers.length === 0 ? (
          <p class="notice">{say('transferToNone')}</p>
        ) : (
          <label>
            {say('newOwner')}
            <select name="owner" required>
              <option value="">{say('chooseOne')}</option>
              {receivers.map((one) => (
                <option value={referenceOf(one)} selected={referenceOf(one) === chosen}>
                  {nameOf(one)}
                </option>
              ))}
            </select>
          </label>
        )}
        <Effects
          view={view}
          effects={[
            { name: 'transferReaders', text: say(isPublic ? 'transferStaysPublic' : 'transferPrivate') },
            { name: 'transferEditors', text: say('transferEditorsText') },
            { name: 'apiKeys', text: say('transferKeysText', { owner: from }) },
            ...(hasReadKey ? [{ name: 'transferReadKey' as const, text: say('transferReadKeyText') }] : []),
            ...(links > 0
              ? [{ name: 'protectedLinks' as const, text: say('transferLinksText', { count: links }) }]
              : []),
            ...(isOnSites ? [{ name: 'transferSites' as const, text: say('transferSitesText', { owner: from }) }] : []),
            ...(kind === 'dataset' && !isPublic
              ? [{ name: 'lossUsers' as const, text: say('transferUsersText', { owner: from }) }]
              : []),
          ]}
        />
        <p class="button-row">
          {receivers.length > 0 && (
            <button class="danger" type="submit">
              {say('transfer')}
            </button>
          )}
          <a class="button" href={`${address}/edit`}>
            {say('cancel')}
          </a>
        </p>
      </form>
    </Layout>
  )
}

const nameOf = ({ name, departmentName }: Owner): string => (departmentName ? `${name} – ${departmentName}` : name)
