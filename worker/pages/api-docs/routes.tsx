/** Interactive API documentation: of the service, of a dataset, of an application. */
import { Hono } from 'hono'
import { loadApplication } from '../../applications'
import { loadDatasetForReading } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { apiDocsPolicy } from '../content-security-policy'
import { resolveEmbedName } from '../embed/resolve-name'
import { BarePage } from '../frame/bare'
import { sendPage, viewOf } from '../send'
import { ApiDocs, ApiDocsPage } from './page'

export const apiDocsPages = new Hono<HttpEnv>()

apiDocsPages.get('/api-docs', (c) => {
  const view = viewOf(c)
  const { say } = view
  const page = (
    <ApiDocsPage
      view={view}
      title={say('apiOfService')}
      lead={say('apiOfServiceHelp')}
      document="/api/v1/api-docs.json"
    />
  )
  return sendPage(c, view, page, { policy: apiDocsPolicy(view.nonce) })
})

apiDocsPages.get('/dataset/:id/api-docs', async (c) => {
  const view = viewOf(c)
  const dataset = await loadDatasetForReading(view.ctx, c.req.param('id'), 'readApiDoc')
  const page = (
    <ApiDocsPage
      view={view}
      title={dataset.metadata.title}
      document={`/api/v1/datasets/${dataset.id}/api-docs.json`}
      back={{ path: `/dataset/${dataset.id}/api`, label: view.say('backToDataset') }}
    />
  )
  return sendPage(c, view, page, { policy: apiDocsPolicy(view.nonce) })
})

apiDocsPages.get('/embed/dataset/:id/api-docs', async (c) => {
  const seen = viewOf(c)
  const anonymous = { ...seen.ctx, identity: { actor: { type: 'anonymous' as const } } }
  const { id, ctx } = await resolveEmbedName(anonymous, c.req.param('id'))
  const view = { ...seen, ctx }
  const dataset = await loadDatasetForReading(ctx, id, 'readApiDoc')
  const page = (
    <BarePage view={view} title={dataset.metadata.title} islands={['api-reference']}>
      <ApiDocs view={view} document={`/api/v1/datasets/${dataset.id}/api-docs.json`} isAnonymous />
    </BarePage>
  )
  return sendPage(c, view, page, { policy: apiDocsPolicy(view.nonce, 'anyone') })
})

apiDocsPages.get('/application/:id/api-docs', async (c) => {
  const view = viewOf(c)
  const { id, metadata } = await loadApplication(view.ctx, c.req.param('id'), 'readApiDoc')
  const page = (
    <ApiDocsPage
      view={view}
      title={metadata.title}
      document={`/api/v1/applications/${id}/api-docs.json`}
      back={{ path: `/application/${id}`, label: view.say('backToApplication') }}
    />
  )
  return sendPage(c, view, page, { policy: apiDocsPolicy(view.nonce) })
})
