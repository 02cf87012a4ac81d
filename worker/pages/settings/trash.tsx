/** The deleted datasets that can be restored. */
import { Hono } from 'hono'
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
const api = '/api/v1/deleted-datasets'

export function trashPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get(path, (c) => show(c, doneIn(c)))

  // The address of a refused form.
  routes.get(`${path}/:id/:action`, (c) => c.redirect(`${c.get('ctx').baseUrl}${path}`, 303))

  routes.post(`${path}/:id/restore`, async (c) => {
    await readForm(c)
    const { id } = c.req.param()
    const answer = await forward(c, app, `${api}/${id}/restore`, { method: 'POST', json: {} })
    if (!answer.ok) return show(c, { refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(`${c.get('ctx').baseUrl}/dataset/${id}`, 303)
  })

  routes.post(`${path}/:id/delete`, async (c) => {
    await readForm(c)
    const answer = await forward(c, app, `${api}/${c.req.param('id')}`, { method: 'DELETE' })
    if (!answer.ok) return show(c, { refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(`${c.get('ctx').baseUrl}${path}?done=purged`, 303)
  })

  return routes
}

async function show(c: PageContext, result: FormResult, status = 200) {
  const user = userOf(c)
  const view = viewOf(c)
  const { results } = await listDeleted(view.ctx)
  const page = <TrashPage view={view} user={user} result={result} datasets={await withDeleted(c, results)} />
  return sendPage(c, view, page, { status })
}

/** The list, with the dataset that was deleted last when another account owns it. */
async function withDeleted(c: PageContext, results: readonly DeletedDocument[]): Promise<readonly DeletedDocument[]> {
  const id = c.req.query('deleted')
  if (id === undefined || results.some((one) => one.id === id)) return results
  return loadDeleted(c.get('ctx'), id).then(
    (deleted) => [presentDeleted(deleted), ...results],
    () => results,
  )
}

type Props = { view: View; user: User; result: FormResult; datasets: readonly DeletedDocument[] }

function TrashPage({ view, user, result, datasets }: Props) {
  const { say } = view
  const last = datasets.find(({ id }) => id === view.here.searchParams.get('deleted'))
  return (
    <SettingsFrame view={view} user={user} part="trash" result={result}>
      {last && (
        <p class="notice" role="status">
          {say('movedToTrash', { title: last.title, date: view.date(last.restorableUntil) })}
        </p>
      )}
      <section class="card">
        <p class="quiet">{say('trashHelp', { count: view.ctx.config.TRASH_DAYS })}</p>
        {datasets.length === 0 ? (
          <p>{say('trashEmpty')}</p>
        ) : (
          <ul class="rows">
            {datasets.map((dataset) => (
              <DeletedRow view={view} dataset={dataset} />
            ))}
          </ul>
        )}
      </section>
    </SettingsFrame>
  )
}

function DeletedRow({ view, dataset }: { view: View; dataset: DeletedDocument }) {
  const { say } = view
  const { id, title, count, bytes, deletedAt, deletedBy, restorableUntil } = dataset
  const action = `${view.baseUrl}${path}/${encodeURIComponent(id)}`
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
          warning={say('purgeWarning')}
          action={`${action}/delete`}
        />
      </section>
    </li>
  )
}
