/** What the pages of collectors read of the API. */
import type { Hono } from 'hono'
import type { Rule } from '../../collectors'
import type { PluginDescription } from '../../collectors/plugins'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { forward } from '../data/forward'
import type { PageContext } from '../send'

export type RunView = {
  _id: string
  status: 'scheduled' | 'triggered' | 'running' | 'kill' | 'killed' | 'finished' | 'error'
  createdAt: string
  scheduledAt?: string
  startedAt?: string
  finishedAt?: string
}
export type LogView = { type: string; date: string; msg: string; extra?: string; progress?: number; total?: number }
export type CollectorView = {
  id: string
  title: string
  plugin: string
  active: boolean
  owner: { name: string; departmentName?: string }
  scheduling: Rule[]
  /** For administrators. */
  config?: Record<string, unknown>
  userProfile: 'read' | 'exec' | 'admin'
  lastRun?: RunView
  nextRun?: RunView
}

/** The JSON response of the API to the reader. @throws `collector-not-found`, `collector-refused`, `sign-in-required` */
export async function readApi<Shape>(c: PageContext, app: () => Hono<HttpEnv>, path: string): Promise<Shape> {
  const answer = await forward(c, app, path)
  if (answer.status === 401) throw problem('sign-in-required')
  if (answer.status === 403) throw problem('collector-refused', { profile: 'read' })
  if (!answer.ok) throw problem('collector-not-found')
  // The shape that the route documents.
  return (await answer.json()) as Shape
}

/** The installed plugins, by id. */
export async function pluginsById(
  c: PageContext,
  app: () => Hono<HttpEnv>,
): Promise<ReadonlyMap<string, PluginDescription>> {
  const { results } = await readApi<{ results: PluginDescription[] }>(c, app, '/api/v1/collector-plugins')
  return new Map(results.map((plugin) => [plugin.id, plugin]))
}
