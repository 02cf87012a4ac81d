import type { Operation, RemoteService } from '../../remote-services'
import { Markdown } from '../components/markdown'
import { Moment } from '../components/moment'
import { Visibility } from '../components/visibility'
import { Layout } from '../layout'
import type { View } from '../view'
import { ActionCard } from './action'
import { EnrichingOperations } from './operations'
import { ServiceSettings } from './settings'

/** What the last form has done. */
export const serviceOutcomes = [
  ...(['registered', 'refreshed', 'description', 'key', 'keyRemoved', 'access'] as const),
  ...(['operation', 'operationRemoved'] as const),
] as const
export type ServiceOutcome = (typeof serviceOutcomes)[number]

/** The result of the last form: what it has done, or an error message. */
export type FormResult = { done?: ServiceOutcome | undefined; refusal?: string }

type Props = {
  view: View
  service: RemoteService
  /** The operations of its description, for who may change it. */
  operations: readonly Operation[] | undefined
  result: FormResult
}

/** The page of a remote service: its description, its actions, and its settings for who may change it. */
export function ServicePage(props: Props) {
  const { view, service, operations, result } = props
  const { say, baseUrl } = view
  const { title, actions, owner } = service
  const address = `${baseUrl}/remote-service/${encodeURIComponent(service.id)}`
  const reads = actions.some(({ operation }) => operation.method === 'get')
  return (
    <Layout view={view} title={title} ownStyles="administration.css">
      <div class="dataset-head">
        <div>
          <p class="eyebrow">
            <a href={`${baseUrl}/remote-services`}>{say('remoteServices')}</a>
            {owner && ` · ${owner.name}`}
          </p>
          <h1>
            {title} <Visibility view={view} audience={service.public ? 'public' : 'protected'} />
          </h1>
        </div>
        <div class="actions">
          {reads && (
            <a class="button" href={`${address}/api-docs`}>
              {say('tryReads')}
            </a>
          )}
        </div>
      </div>
      {result.done && (
        <p class="notice" role="status">
          {say(`serviceDone:${result.done}`, { title, count: operations?.length ?? 0 })}{' '}
          {(result.done === 'registered' || result.done === 'refreshed') && (
            <a href="#operations">{say('enrichingOperations')}</a>
          )}
        </p>
      )}
      {result.refusal && (
        <p class="notice danger" role="alert">
          {result.refusal}
        </p>
      )}
      {service.description && <Markdown text={service.description} view={view} />}
      <dl class="facts-list service-facts">
        <div>
          <dt>{say('serverOf')}</dt>
          <dd>
            {service.datasetId === undefined ? (
              service.server
            ) : (
              <a href={`${baseUrl}/dataset/${service.datasetId}`}>{service.server}</a>
            )}
          </dd>
        </div>
        {service.url && (
          <div>
            <dt>{say('descriptionSource')}</dt>
            <dd>
              <a href={service.url} rel="noreferrer">
                {service.url}
              </a>
            </dd>
          </div>
        )}
        <div>
          <dt>{say('apiId')}</dt>
          <dd>{service.apiId}</dd>
        </div>
        <div>
          <dt>{say('sort:-updatedAt')}</dt>
          <dd>
            <Moment view={view} iso={service.updatedAt} />
          </dd>
        </div>
      </dl>
      {actions.length > 0 && <h2>{say('serviceActions', { count: actions.length })}</h2>}
      {/* Those who may change the service read it above the operations to choose from. */}
      {actions.length === 0 && !operations && <p class="notice">{say('noAction')}</p>}
      <div class="stack">
        {actions.map((action) => (
          <ActionCard view={view} service={service} action={action} />
        ))}
      </div>
      {operations && (
        <>
          <EnrichingOperations view={view} service={service} operations={operations} address={address} />
          <ServiceSettings view={view} service={service} address={address} />
        </>
      )}
    </Layout>
  )
}
