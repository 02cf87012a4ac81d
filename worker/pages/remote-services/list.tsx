import { accountsOf } from '../../identity'
import { limits } from '../../limits'
import { listServices, type RemoteService, serviceActor } from '../../remote-services'
import { Item } from '../catalogue/item'
import { Icon } from '../components/icon'
import { Paging } from '../components/paging'
import { SearchForm } from '../components/search-form'
import { Layout } from '../layout'
import { changed } from '../page-query'
import type { View } from '../view'
import { registersFor } from './access'

type Listed = Pick<RemoteService, 'id' | 'title' | 'description' | 'public' | 'actions' | 'server' | 'owner'>

/** The remote services that the reader may use. */
export async function ServicesPage({ view, params }: { view: View; params: URLSearchParams }) {
  const { ctx, say, baseUrl } = view
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)
  const size = limits.pages.catalogueSize
  const { count, results } = await listServices(ctx, {
    q: params.get('q')?.slice(0, limits.pages.maxQueryChars),
    size: String(size),
    page: String(Math.min(page, limits.pages.maxCataloguePage)),
    privateAccess: accountsOf(serviceActor(ctx)).join(','),
  })
  const address = `${baseUrl}/remote-services`
  return (
    <Layout
      view={view}
      title={say('remoteServices')}
      description={say('remoteServicesHelp')}
      islands={['swap']}
      ownStyles="administration.css"
    >
      <div class="list-head">
        <h1>{say('remoteServices')}</h1>
        {registersFor(view) && (
          <a class="button" href={`${baseUrl}/new-remote-service`}>
            <Icon name="plus" />
            {say('registerService')}
          </a>
        )}
      </div>
      <p class="lead">{say('remoteServicesHelp')}</p>
      <div class="services">
        <SearchForm view={view} address={address} params={params} label={say('searchServices')} without={['page']} />
      </div>
      <div data-region="results">
        {count === 0 && (
          <div class="empty">
            <h2>{params.get('q') ? say('noMatch', { q: params.get('q') ?? '' }) : say('noService')}</h2>
            <p>{say(params.get('q') ? 'noMatchHelp' : 'noServiceHelp')}</p>
          </div>
        )}
        <ol class="items">
          {/* Built by `presentService`, which has these keys. */}
          {(results as Listed[]).map((service) => (
            <Item
              view={view}
              href={`${baseUrl}/remote-service/${encodeURIComponent(service.id)}`}
              title={service.title}
              audience={service.public ? 'public' : 'protected'}
              state={undefined}
              description={service.description}
              facts={
                <>
                  {service.owner && <li>{service.owner.name}</li>}
                  <li>{new URL(service.server).host}</li>
                  <li>{say('serviceActions', { count: service.actions.length })}</li>
                </>
              }
            />
          ))}
        </ol>
        <Paging
          view={view}
          page={page}
          pages={Math.ceil(count / size)}
          address={(to) => `${address}${changed(params, { page: String(to) })}`}
        />
      </div>
    </Layout>
  )
}
