/** The replacement of the file of a dataset, and the review of a draft: correct what was read, publish it or discard it. */
import { Hono } from 'hono'
import type { Dataset } from '../../datasets'
import { problem } from '../../errors'
import { projectionCodes } from '../../geometry'
import type { HttpEnv } from '../../http/env'
import { isMultipart } from '../../http/multipart'
import { laterRenamed } from '../../schema/keys/renamed-columns'
import { type AccountChoices, choicesOfAccount } from '../edit-dataset/account-choices'
import { patchOf } from '../edit-dataset/form-patch'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { becomesEditable } from '../new-dataset/from-file'
import type { PageContext } from '../send'
import { audiences, permissionsTo } from '../share/grants'
import type { View } from '../view'
import { correctedSchema, readingOf } from './corrections'
import { pointsOf } from './points-map'
import { projectionIn } from './projection'
import { announcePublication } from './published-notice'
import { decisionsOf } from './read-decisions'
import { readFirstLines, withKeys } from './read-draft'
import { remoteFileFrom } from './remote-file'
import { candidatesOf, chosenRenames, readVersion, renamedVersion, withoutGiven } from './renames'
import type { StepAddress, StepPage } from './replacement-steps'
import { reviewPage } from './review'
import { Upload, uploadIslands } from './upload'

type Opened = Awaited<ReturnType<StepAddress['open']>>

/** The pages of a place: upload, review, and the map of the review. */
export function replacementRoutes(app: () => Hono<HttpEnv>, place: StepAddress): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get(`${place.route}/replace`, async (c) => {
    const opened = await place.open(c, 'writeData')
    return place.send(c, opened.view, uploadPage(opened))
  })

  routes.post(`${place.route}/replace`, async (c) => {
    const opened = await place.open(c, 'writeData')
    const answer = await sendFile(c, app, `/api/v1/datasets/${opened.dataset.id}?draft=never`)
    if (!answer.ok) return place.send(c, opened.view, uploadPage(opened, await refusalOf(answer)), answer)
    return c.redirect(opened.steps.review, 303)
  })

  routes.get(`${place.route}/review`, async (c) => {
    const { view, dataset, steps } = await place.open(c, 'validateDraft')
    // The draft was published automatically, or there is nothing to review.
    if (!dataset.draft) return c.redirect(steps.published, 303)
    return place.send(c, view, reviewPage({ view, dataset, steps }))
  })

  routes.post(`${place.route}/review`, async (c) => {
    const form = await readForm(c)
    const { view, dataset, steps } = await place.open(c, 'validateDraft')
    const api = `/api/v1/datasets/${dataset.id}`
    const again = (refusal: string, status: number) =>
      place.send(c, view, reviewPage({ view, dataset, steps, refusal, form }), { status })
    const reread = async (json: object) =>
      after(await forward(c, app, `${api}/draft`, { method: 'PATCH', json }), steps.review)
    const after = async (answer: Response, url: string) =>
      answer.ok ? c.redirect(url, 303) : again(await refusalOf(answer), answer.status)
    switch (form.get('action')) {
      case 'cancel': {
        const isNew = !dataset.published.lines
        const answer = await forward(c, app, isNew ? api : `${api}/draft`, { method: 'DELETE' })
        const discarded = form.get('from') === 'publish' ? `${view.baseUrl}/publish` : steps.discarded
        return after(answer, isNew ? discarded : steps.cancelled)
      }
      case 'reread':
        return reread(readingOf(form))
      case 'rereadRenamed': {
        const { renamed, isRepeated } = dataset.draft
          ? chosenRenames(form, candidatesOf(dataset, readVersion(dataset.draft)))
          : { renamed: [], isRepeated: false }
        if (isRepeated) return again(view.say('renamedTwice'), 409)
        const renamedColumns = laterRenamed(dataset.draft?.renamedColumns ?? [], renamed)
        return reread({ renamedColumns })
      }
      case 'leaveOutComputed':
        return reread({ leftOutComputed: form.getAll('leftOutComputed') })
      case 'separate': {
        const renamedColumns = (dataset.draft?.renamedColumns ?? []).filter(({ key }) => key !== form.get('key'))
        return reread({ renamedColumns })
      }
      case 'address': {
        const remoteFile = { url: form.get('url')?.trim() ?? '', forceUpdate: true }
        const sent = { method: 'PATCH', json: { remoteFile } } as const
        return after(await forward(c, app, `${api}?draft=true`, sent), steps.review)
      }
      // Shows the review with the columns that are chosen.
      case 'show':
        return place.send(c, view, reviewPage({ view, dataset, steps, form }))
      default: {
        const { draft } = dataset
        if (!draft) return c.redirect(steps.published, 303)
        const decisions = await decisionsOf(view, dataset, { draft, form })
        if ('refused' in decisions) return again(view.say(decisions.refused), 409)
        for (const [method, path, json] of descriptionOf(dataset, form, await choicesOfAccount(view, dataset))) {
          const answer = await forward(c, app, api + path, { method, json })
          if (!answer.ok) return again(await refusalOf(answer), answer.status)
        }
        const answer = await forward(c, app, `${api}/draft`, { method: 'POST', json: decisions.decided })
        if (becomesEditable(dataset)) return after(answer, editableFrom(view, dataset, form))
        if (answer.ok) announcePublication(c, steps.published)
        return after(answer, steps.published)
      }
    }
  })

  // The map of the review, with the concepts, types and projection of the form.
  routes.post(`${place.route}/review/points`, async (c) => {
    const form = await readForm(c)
    const { view, dataset } = await place.open(c, 'validateDraft')
    const { draft } = dataset
    if (!draft) throw problem('not-a-draft')
    const projection = projectionCodes.find((code) => code === form.get('projection')) ?? projectionIn(dataset, draft)
    const { renamed } = chosenRenames(form, candidatesOf(dataset, draft))
    const shown = renamedVersion(dataset, draft, renamed)
    const lines = withKeys(await readFirstLines(view, dataset, { schema: draft.schema, isDraft: true }), renamed)
    const fields = correctedSchema(shown, withoutGiven(form, draft, renamed))
    return c.json(pointsOf(view, fields, { lines, projection, bbox: draft.bbox }))
  })

  return routes
}

/** The page that makes an editable dataset of the reviewed file, with the choices of the review. */
function editableFrom({ baseUrl }: View, { id }: Dataset, form: URLSearchParams): string {
  const query = new URLSearchParams({ source: id, from: 'file', continue: 'true' })
  for (const name of ['history', 'historyForEditors', 'authors']) if (form.has(name)) query.set(name, 'true')
  return `${baseUrl}/new-dataset?${query}`
}

function uploadPage({ view, dataset, steps }: Opened, refusal?: string): StepPage {
  const title = view.say('replaceFile')
  return {
    title,
    islands: uploadIslands,
    ownStyles: 'reviewing.css',
    children: <Upload view={view} title={title} replaced={{ dataset, steps }} {...(refusal ? { refusal } : {})} />,
  }
}

/** Forwards the body of a form that has a file, as a stream. @throws `content-type-unsupported` */
export function sendFile(c: PageContext, app: () => Hono<HttpEnv>, path: string): Promise<Response> {
  if (!isMultipart(c.req)) throw problem('content-type-unsupported')
  return forward(c, app, path, { method: 'POST', body: c.req.raw.body })
}

/** The requests that store the description of a new dataset, before its data is published. */
function descriptionOf(
  { owner, permissions, remoteFile }: Dataset,
  form: URLSearchParams,
  offered: AccountChoices,
): ['PATCH' | 'PUT', string, unknown][] {
  const access = audiences.find((one) => one === form.get('access'))
  return [
    ...(form.has('title') ? [['PATCH', '?draft=true', patchOf(form, offered)] as ['PATCH', string, unknown]] : []),
    ...(remoteFile && form.has('from-address')
      ? [
          ['PATCH', '?draft=true', { remoteFile: remoteFileFrom(withAddress(form, remoteFile)) }] as [
            'PATCH',
            string,
            unknown,
          ],
        ]
      : []),
    ...(access ? [['PUT', '/permissions', permissionsTo(permissions, access, owner)] as ['PUT', string, unknown]] : []),
  ]
}

/** The form of the review has no input for the address. */
function withAddress(form: URLSearchParams, { url }: { url: string }): URLSearchParams {
  const whole = new URLSearchParams(form)
  whole.set('url', url)
  return whole
}
