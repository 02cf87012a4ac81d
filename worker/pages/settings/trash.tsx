/** The deleted datasets and visualizations that can be restored. */
import { Hono } from 'hono'
import {
  type DeletedApplicationDocument,
  listDeletedApplications,
  loadDeletedApplication,
  presentDeletedApplication,
} from '../../applications/trash'
import { type DeletedDocument, listDeleted, loadDeleted, presentDeleted } from '../../datasets/trash'
import type { HttpEnv } from '../../http/env'
import { Confirmed } from '../components/confirmation'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import type { View } from '../view'
import { type User, userOf } from './account'
import { doneIn, type FormResult, SettingsFrame } from './frame'

const path = '/settings/trash'

/** Each kind: the address of its forms, its API, the page of one, its texts. */
const kinds = {
  datasets: {
    path,
    api: '/api/v1/deleted-datasets',
    page: '/dataset',
    heading: 'datasets',
    empty: 'trashEmpty',
    warning: 'purgeWarning',
  },
  applications: {
    path: `${path}/applications`,
    api: '/api/v1/deleted-applications',
    page: '/application',
    heading: 'applications',
    empty: 'trashWithoutApplications',
    warning: 'purgeApplicationWarning',
  },
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

export function trashPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get(path, (c) => show(c, doneIn(c)))

  for (const kind of Object.values(kinds)) {
    // The address of a refused form.
    routes.get(`${kind.path}/:id/:action`, (c) => c.redirect(`${c.get('ctx').baseUrl}${path}`, 303))

    routes.post(`${kind.path}/:id/restore`, async (c) => {
      await readForm(c)
      const { id } = c.req.param()
      const answer = await forward(c, app, `${kind.api}/${id}/restore`, { method: 'POST', json: {} })
      if (!answer.ok) return show(c, { refusal: await refusalOf(answer) }, answer.status)
      return c.redirect(`${c.get('ctx').baseUrl}${kind.page}/${id}`, 303)
    })

    routes.post(`${kind.path}/:id/delete`, async (c) => {
      await readForm(c)
      const answer = await forward(c, app, `${kind.api}/${c.req.param('id')}`, { method: 'DELETE' })
      if (!answer.ok) return show(c, { refusal: await refusalOf(answer) }, answer.status)
      return c.redirect(`${c.get('ctx').baseUrl}${path}?done=purged`, 303)
    })
  }

  return routes
}

async function show(c: PageContext, result: FormResult, status = 200) {
  const user = userOf(c)
  const view = viewOf(c)
  const { ctx } = view
  const datasets = await withDeleted((await listDeleted(ctx)).results, c.req.query('deleted'), async (id) =>
    presentDeleted(await loadDeleted(ctx, id)),
  )
  const applications = await withDeleted(
    (await listDeletedApplications(ctx)).results,
    c.req.query('deletedApplication'),
    async (id) => presentDeletedApplication(await loadDeletedApplication(ctx, id)),
  )
  return sendPage(c, view, <TrashPage {...{ view, user, result, datasets, applications }} />, { status })
}

type Listed<Document> = { documents: readonly Document[]; last: Document | undefined }

/** The list, with the resource that was deleted last, also when another account owns it. */
async function withDeleted<Document extends { id: string }>(
  documents: readonly Document[],
  id: string | undefined,
  load: (id: string) => Promise<Document>,
): Promise<Listed<Document>> {
  if (id === undefined) return { documents, last: undefined }
  const listed = documents.find((one) => one.id === id)
  if (listed) return { documents, last: listed }
  return load(id).then(
    (last) => ({ documents: [last, ...documents], last }),
    () => ({ documents, last: undefined }),
  )
}

type Props = {
  view: View
  user: User
  result: FormResult
  datasets: Listed<DeletedDocument>
  applications: Listed<DeletedApplicationDocument>
}

function TrashPage({ view, user, result, datasets, applications }: Props) {
  const { say } = view
  const moved = [
    ...(datasets.last ? [['movedToTrash', datasets.last] as const] : []),
    ...(applications.last ? [['applicationMovedToTrash', applications.last] as const] : []),
  ]
  return (
    <SettingsFrame view={view} user={user} part="trash" result={result}>
      {moved.map(([message, { title, restorableUntil }]) => (
        <p class="notice" role="status">
          {say(message, { title, date: view.date(restorableUntil) })}
        </p>
      ))}
      <p class="quiet">{say('trashHelp', { count: view.ctx.config.TRASH_DAYS })}</p>
      <DeletedList view={view} kind={kinds.datasets} documents={datasets.documents} />
      <DeletedList view={view} kind={kinds.applications} documents={applications.documents} />
    </SettingsFrame>
  )
}

type DeletedResource = DeletedApplicationDocument & Pick<DeletedDocument, 'count'>

function DeletedList({ view, kind, documents }: { view: View; kind: Kind; documents: readonly DeletedResource[] }) {
  const { say } = view
  return (
    <section class="card">
      <h2>{say(kind.heading)}</h2>
      {documents.length === 0 ? (
        <p>{say(kind.empty)}</p>
      ) : (
        <ul class="rows">
          {documents.map((document) => (
            <DeletedRow view={view} kind={kind} document={document} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DeletedRow({ view, kind, document }: { view: View; kind: Kind; document: DeletedResource }) {
  const { say } = view
  const { id, title, count, bytes, deletedAt, deletedBy, restorableUntil } = document
  const action = `${view.baseUrl}${kind.path}/${encodeURIComponent(id)}`
  return (
    <li>
      <div>
        <strong>{title}</strong>
        <span class="quiet">
          {[
            count === undefined ? '' : say('lineCount', { count }),
            bytes > 0 ? view.bytes(bytes) : '',
            say('deletedBy', { ago: view.ago(deletedAt), name: deletedBy.name }),
            say('restorableUntil', { date: view.date(restorableUntil) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <section class="button-row">
        <form method="post" action={`${action}/restore`}>
          <button type="submit" aria-label={say('labelled', { label: say('restore'), text: title })}>
            {say('restore')}
          </button>
        </form>
        <Confirmed
          view={view}
          label={say('deleteForEver')}
          object={title}
          warning={say(kind.warning)}
          action={`${action}/delete`}
        />
      </section>
    </li>
  )
}
