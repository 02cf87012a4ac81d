/** What the pages of collectors read of the API. */
import type { Hono } from 'hono'
import type { Rule } from '../../collectors'
import type { PluginDescription } from '../../collectors/plugins'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { typeset } from '../../typography'
import { forward } from '../forward'
import type { PageContext } from '../send'
import { userOf } from '../settings/account'

export type RunView = {
  _id: string
  processing: { _id: string }
  status: 'scheduled' | 'triggered' | 'running' | 'kill' | 'killed' | 'finished' | 'error'
  createdAt: string
  scheduledAt?: string
  startedAt?: string
  finishedAt?: string
  /** Its last error, warning or information, in lists. */
  outcome?: string
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
  return new Map(results.map((plugin) => [plugin.id, printed(plugin)]))
}

/** A value of a plugin with its titles and descriptions as pages print them. */
function printed<Value>(value: Value): Value {
  if (Array.isArray(value)) {
    // A list of the same values, with other texts.
    return value.map(printed) as Value
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => {
    if (key.startsWith('x-i18n-')) return [key, Object.fromEntries(Object.entries(one).map(typesetEntry))]
    return [key, isText(key, one) ? typeset(one) : printed(one)]
  })
  // The same properties, with other texts.
  return Object.fromEntries(entries) as Value
}

const typesetEntry = ([language, text]: [string, unknown]) => [
  language,
  typeof text === 'string' ? typeset(text) : text,
]

const isText = (key: string, value: unknown): value is string =>
  typeof value === 'string' && (key === 'title' || key === 'description')

export type DatasetChoice = { id: string; title: string; isRest?: boolean }

/** The datasets of the active account that collectors can update: files and editable ones, by title. */
export async function writableDatasets(c: PageContext, app: () => Hono<HttpEnv>): Promise<DatasetChoice[]> {
  const { type, id, department } = userOf(c).account
  const owner = [type, id, ...(department ? [department] : [])].join(':')
  const params = new URLSearchParams({
    owner,
    size: String(listedDatasets),
    sort: 'title',
    select: 'id,title,isRest,isVirtual,isMetaOnly',
  })
  type Listed = DatasetChoice & { isVirtual?: boolean; isMetaOnly?: boolean }
  const { results } = await readApi<{ results: Listed[] }>(c, app, `/api/v1/datasets?${params}`)
  return results.filter(({ isVirtual, isMetaOnly }) => !isVirtual && !isMetaOnly)
}

/** Datasets in a list to choose from; the id of another one is set through the API. */
const listedDatasets = 1_000
