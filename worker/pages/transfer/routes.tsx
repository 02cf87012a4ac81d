/** The page that gives a dataset or an application to another account. */
import { Hono } from 'hono'
import { loadApplication } from '../../applications'
import { loadDataset } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { referenceOf } from '../../identity'
import { allowsOn } from '../applications/access'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { transferred } from '../publish/published-notice'
import { type PageContext, sendPage, viewOf } from '../send'
import { readLinkKeys } from '../share/link-keys'
import { TransferPage, type Transferred } from './page'
import { receiversOf } from './receivers'

export function transferPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const kinds = [
    { path: '/dataset/:id/transfer', api: 'datasets', list: '/', open: openDataset },
    { path: '/application/:id/transfer', api: 'applications', list: '/applications', open: openApplication },
  ] as const

  for (const { path, api, list, open } of kinds) {
    const show = async (c: PageContext, sent: { refusal?: string; chosen?: string } = {}, status = 200) => {
      const view = viewOf(c)
      const opened = await open(c, app)
      const receivers = await receiversOf(c, app, { view, owner: opened.owner })
      const page = <TransferPage view={view} transferred={opened} receivers={receivers} {...sent} />
      return sendPage(c, view, page, { status })
    }

    routes.get(path, (c) => show(c))

    routes.post(path, async (c) => {
      const view = viewOf(c)
      const chosen = (await readForm(c)).get('owner') ?? ''
      const { id, owner: before } = await open(c, app)
      const receivers = await receiversOf(c, app, { view, owner: before })
      const owner = receivers.find((one) => referenceOf(one) === chosen)
      if (!owner) return show(c, { refusal: view.say('chooseNewOwner') }, 400)
      const answer = await forward(c, app, `/api/v1/${api}/${id}/owner`, { method: 'PUT', json: owner })
      if (!answer.ok) return show(c, { refusal: await refusalOf(answer), chosen }, answer.status)
      return c.redirect(`${view.baseUrl}${list}?${transferred}=true`, 303)
    })
  }

  return routes
}

async function openDataset(c: PageContext): Promise<Transferred> {
  const dataset = await loadDataset(c.get('ctx'), c.req.param('id') ?? '', 'changeOwner')
  const { id, metadata, owner, visibility, links, readKey } = dataset
  return {
    kind: 'dataset',
    ...{ id, owner, title: metadata.title },
    isPublic: visibility === 'public',
    links: links.length,
    hasReadKey: Boolean(readKey),
    isOnSites: Boolean(metadata.publicationSites?.length),
  }
}

async function openApplication(c: PageContext, app: () => Hono<HttpEnv>): Promise<Transferred> {
  const application = await loadApplication(c.get('ctx'), c.req.param('id') ?? '', 'delete')
  const { id, metadata, owner, visibility } = application
  const mayReadLinks = allowsOn(viewOf(c), application, 'setKeys')
  return {
    kind: 'application',
    ...{ id, owner, title: metadata.title },
    isPublic: visibility === 'public',
    links: mayReadLinks ? (await readLinkKeys(c, app, { kind: 'application', id })).length : 0,
    hasReadKey: false,
    isOnSites: Boolean(metadata.publicationSites?.length),
  }
}
