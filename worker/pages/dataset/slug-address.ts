import type { Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { forward } from '../forward'
import { type PageContext, viewOf } from '../send'

const foundSchema = z.object({ count: z.number(), results: z.array(z.object({ id: z.string() })) })

/** The address of a page of a dataset that is named by its slug; undefined unless the reader has one dataset with that slug. */
export async function slugAddress(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  error: unknown,
): Promise<string | undefined> {
  if (!(error instanceof Problem) || error.code !== 'dataset-not-found') return undefined
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined
  const { here, baseUrl } = viewOf(c)
  const [, before = '', slug, after = ''] = /^(.*?\/dataset\/)([a-z0-9][a-z0-9_-]*)(\/.*)?$/.exec(here.pathname) ?? []
  if (slug === undefined || !here.href.startsWith(baseUrl)) return undefined
  const query = new URLSearchParams({ slug, select: 'id', size: '2' })
  const answer = await forward(c, app, `/api/v1/datasets?${query}`)
  if (!answer.ok) return undefined
  const { count, results } = foundSchema.parse(await answer.json())
  return count === 1 && results[0] ? here.origin + before + results[0].id + after + here.search : undefined
}
