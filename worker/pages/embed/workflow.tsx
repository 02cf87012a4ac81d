/**
 * The update of a dataset for contributors of a portal, in a frame of a page of this origin: choose a dataset that is
 * published there, replace its file, review the changes, publish them; or add rows of a file to an editable dataset. It acts
 * with the session of the reader.
 */
import { Hono } from 'hono'
import { type Dataset, loadDataset, loadDatasetForReading } from '../../datasets'
import { Problem, problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { pagePolicy } from '../content-security-policy'
import { importRoutes } from '../edit-rows/import-routes'
import { BarePage } from '../frame/bare'
import { pageParams } from '../page-query'
import { replacementRoutes } from '../publish/replacement'
import { type StepAddress, type StepPage, stepsBelow } from '../publish/replacement-steps'
import { type PageContext, sendPage, viewOf } from '../send'
import { isSignedIn } from '../session/required'
import type { View } from '../view'
import { choiceIn, isAmong, queryOf } from './account-choice'
import { ChooseDataset } from './choose-dataset'

const path = '/embed/workflow/update-dataset'

export function updateWorkflow(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get(path, async (c) => {
    const view = signedInView(c)
    const choice = choiceIn(view.here.searchParams)
    const url = view.baseUrl + path
    const params = pageParams(view.here.searchParams)
    const updated = await updatedDataset(view, params.get('updated'))
    return sendStep(c, view, {
      title: view.say('updateDataset'),
      islands: ['swap', ...(updated ? ['progress'] : [])],
      children: <ChooseDataset view={view} url={url} params={params} choice={choice} updated={updated} />,
    })
  })

  routes.route('/', replacementRoutes(app, mount))
  routes.route('/', importRoutes(app, mount))
  return routes
}

const mount: StepAddress = {
  route: `${path}/:id`,
  open: async (c, operation) => {
    const view = signedInView(c)
    const choice = choiceIn(view.here.searchParams)
    const dataset = await loadDataset(view.ctx, c.req.param('id') ?? '', operation)
    if (!isAmong(dataset, choice)) throw problem('route-not-found', { path: c.req.path })
    const url = view.baseUrl + path
    const list = url + queryOf(choice)
    const published = url + queryOf(choice, { updated: dataset.id })
    const after = { cancelled: list, published, discarded: list, frame: '_blank' } as const
    return { view, dataset, steps: stepsBelow(`${url}/${dataset.id}`, queryOf(choice), after) }
  },
  send: sendStep,
}

function sendStep(c: PageContext, view: View, { children, ...page }: StepPage, { status } = { status: 200 }) {
  return sendPage(
    c,
    view,
    <BarePage view={view} hasHeading {...page}>
      {children}
    </BarePage>,
    { status, policy: pagePolicy(view.nonce, 'us') },
  )
}

/** @throws `sign-in-required` */
function signedInView(c: PageContext): View {
  const view = viewOf(c)
  if (!isSignedIn(view)) throw problem('sign-in-required')
  return view
}

/** The dataset that was updated; undefined for one that the reader may not see. */
async function updatedDataset({ ctx }: View, id: string | null): Promise<Dataset | undefined> {
  if (!id) return undefined
  try {
    return await loadDatasetForReading(ctx, id, 'readDescription')
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
