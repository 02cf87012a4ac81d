import type { Child } from 'hono/jsx'
import { listQuery as applicationsQuery, listApplications } from '../../applications/list'
import { applicationFacets } from '../catalogue/facets'
import { Item } from '../catalogue/item'
import { ListPage } from '../catalogue/list-page'
import { listedAudience } from '../catalogue/listed-audience'
import { listQuery, positionIn } from '../catalogue/query'
import { Icon } from '../components/icon'
import type { View } from '../view'
import { CreateLink } from './create-link'
import { applicationPicture, type ListedApplication } from './pictures'

const sorts = ['relevance', '-updatedAt', '-createdAt', 'title'] as const
const filters = ['mine', 'can', 'dataset'] as const
const select =
  'id,title,summary,description,image,owner,topics,visibility,status,updatedAt,lastConfigured,baseApp,-userPermissions'

type Props = { view: View; params: URLSearchParams; notice?: Child }

/** The catalogue of applications: those that the reader may see, with search, facets and sort. */
export async function ApplicationsPage({ view, params, notice }: Props) {
  const { ctx, baseUrl, say } = view
  const position = positionIn(params, sorts, '-updatedAt')
  const { visibility, ...query } = listQuery(params, position, { facets: applicationFacets, filters })
  const inAudience = { audiences: visibility?.split(',') ?? [] }
  const found = await listApplications(ctx, applicationsQuery.parse({ ...query, select }), inAudience)
  const { results } = found
  const creates = 'actor' in ctx.identity && ctx.identity.actor.type === 'user'
  return (
    <ListPage
      view={view}
      params={params}
      position={position}
      found={found}
      notice={notice}
      address={`${baseUrl}/applications`}
      section="applications"
      summary="applicationsSummary"
      searchPlaceholder="searchApplicationsPlaceholder"
      searchLabel="searchApplicationsLabel"
      sorts={sorts}
      facets={applicationFacets}
      counted={<strong>{say('applicationCount', { count: found.count ?? 0 })}</strong>}
      empty={<NoApplication view={view} />}
      actions={creates && <CreateLink view={view} />}
    >
      {results.map((application) => (
        <Item
          view={view}
          href={`${baseUrl}/application/${application.id}`}
          title={application.title ?? ''}
          picture={applicationPicture(view, application)}
          audience={listedAudience(application, found.permissions)}
          state={application.status === 'error' ? 'inError' : undefined}
          summary={application.summary}
          description={application.description}
          facts={<ApplicationFacts view={view} application={application} />}
        />
      ))}
    </ListPage>
  )
}

function ApplicationFacts({ view, application }: { view: View; application: ListedApplication }) {
  const { owner, topics, updatedAt, status } = application
  const base = modelOf(application)
  return (
    <>
      {owner && <li>{owner.departmentName ? `${owner.name} – ${owner.departmentName}` : owner.name}</li>}
      {base && <li>{base}</li>}
      {updatedAt && (
        <li>
          <time datetime={updatedAt}>{view.say('applicationUpdatedAgo', { ago: view.ago(updatedAt) })}</time>
        </li>
      )}
      {(status === 'created' || status === 'configured-draft') && <li>{view.say(`application:${status}`)}</li>}
      {topics?.map((topic) => (
        <li class="chip">{topic.title}</li>
      ))}
    </>
  )
}

/** The title that the base application declares. */
function modelOf({ baseApp }: ListedApplication): string | undefined {
  // `snapshotOf` gives the declarations by name.
  return (baseApp as { meta: Partial<Record<string, string>> } | undefined)?.meta.title
}

function NoApplication({ view }: { view: View }) {
  const { say, baseUrl } = view
  return (
    <div class="empty">
      <h2>{say('noApplication')}</h2>
      <p>{say('noApplicationHelp')}</p>
      <p>
        <a class="button primary" href={`${baseUrl}/new-application`}>
          <Icon name="plus" />
          {say('createApplication')}
        </a>
      </p>
    </div>
  )
}
