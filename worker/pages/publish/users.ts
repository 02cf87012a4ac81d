/** Who uses columns of a dataset: applications, virtual datasets, and datasets extended from it. */
import { columnsUsed, loadApplication, readConfigSchema } from '../../applications'
import { type Dataset, readDatasets } from '../../datasets'
import { columnsTaken } from '../../datasets/extensions'
import { listDatasets, listQuery } from '../../datasets/list'
import { consequenceOf } from '../../datasets/virtual'
import { describe, Problem } from '../../errors'
import { limits } from '../../limits'
import { datasetServicePrefix } from '../../remote-services'
import type { Field } from '../../schema/field'
import { listBesideDatasets } from '../applications/pictures'
import type { View } from '../view'

export type User = {
  address: string
  title: string
  keys: string[]
  /** Why it cannot be read at all any more. */
  refusal?: string
}

export type Users = {
  users: User[]
  /** Applications whose configuration the reader may not read. */
  unread: Pick<User, 'address' | 'title'>[]
  /** Applications and datasets beyond those that were looked at. */
  more: number
}

/** The columns of a dataset after a change, and those that go or get another type. */
type Change = { after: readonly Field[]; lost: readonly string[] }

/** Those who use columns that a change takes away, of those that the reader may list. */
export async function usersOf(view: View, dataset: Dataset, change: Change): Promise<Users> {
  const found = await Promise.all([
    applicationsOf(view, dataset, change),
    parentsOf(view, dataset, change),
    extendedOf(view, dataset, change),
  ])
  return {
    users: found.flatMap(({ users }) => users),
    unread: found.flatMap(({ unread }) => unread),
    more: found.reduce((sum, { more }) => sum + more, 0),
  }
}

const size = String(limits.pages.replacementUsers)

async function applicationsOf(view: View, { id }: Dataset, { lost }: Change): Promise<Users> {
  const { results, count = 0 } = await listBesideDatasets(view, { dataset: id, size, select: 'id,title' })
  const schemas = new Map<string, ReturnType<typeof readConfigSchema>>()
  const schemaAt = (url: string) => {
    const known = schemas.get(url) ?? readConfigSchema(view.ctx, url).catch(unreachable)
    schemas.set(url, known)
    return known
  }
  const judged = await Promise.all(
    results.map(async (listed): Promise<{ user?: User; unread?: Pick<User, 'address' | 'title'> }> => {
      if (!listed.id) return {}
      const user = { address: `${view.baseUrl}/application/${listed.id}`, title: listed.title ?? '' }
      const application = await loadApplication(view.ctx, listed.id, 'readConfig').catch(refused)
      if (application === 'gone') return {}
      if (application === 'refused') return { unread: user }
      const { configuration, url } = application
      if (!configuration) return {}
      const keys = columnsUsed({ configuration, schema: await schemaAt(url), dataset: id, keys: lost })
      return keys.length > 0 ? { user: { ...user, keys } } : {}
    }),
  )
  return {
    users: judged.flatMap(({ user }) => user ?? []),
    unread: judged.flatMap(({ unread }) => unread ?? []),
    more: count - results.length,
  }
}

/** Who may list an application may not be allowed to read its configuration, and it may be deleted meanwhile. */
function refused(error: unknown): 'gone' | 'refused' {
  if (error instanceof Problem && error.status === 404) return 'gone'
  if (error instanceof Problem && error.status === 403) return 'refused'
  throw error
}

/** The configuration is judged without the form of a base application whose host does not answer. */
function unreachable(error: unknown): undefined {
  if (error instanceof Problem && /^(base-application-unreachable|address-refused)$/.test(error.code)) return undefined
  throw error
}

async function parentsOf(view: View, { id }: Dataset, { after, lost }: Change): Promise<Users> {
  const { results, count = 0 } = await listDatasets(view.ctx, listQuery.parse({ children: id, size }))
  const parents = await readDatasets(
    view.ctx,
    results.map((one) => one.id),
  )
  const siblings = [...parents.values()].flatMap(({ metadata }) => metadata.virtual?.children ?? [])
  const children = [...(await readDatasets(view.ctx, [...new Set(siblings)])).values()]
  const users = results.flatMap(({ id: parentId, title }) => {
    const parent = parents.get(parentId)
    if (!parent) return []
    const { keys, refusal } = consequenceOf(parent, { id, after, lost }, children)
    if (keys.length === 0) return []
    return { ...userOf(view, parentId, title, keys), ...(refusal && { refusal: describe(refusal, view.language) }) }
  })
  return { users, unread: [], more: count - results.length }
}

async function extendedOf(view: View, { id, metadata }: Dataset, { lost }: Change): Promise<Users> {
  const query = listQuery.parse({ services: datasetServicePrefix + id, size })
  const { results, count = 0 } = await listDatasets(view.ctx, query)
  const extended = await readDatasets(
    view.ctx,
    results.map((one) => one.id),
  )
  const source = { id, masterData: metadata.masterData }
  const users = results.flatMap(({ id: extendedId, title }) => {
    const keys = columnsTaken(extended.get(extendedId)?.metadata.extensions, source, lost)
    return keys.length > 0 ? userOf(view, extendedId, title, keys) : []
  })
  return { users, unread: [], more: count - results.length }
}

const userOf = (view: View, id: string, title: string, keys: string[]): User => ({
  address: `${view.baseUrl}/dataset/${id}`,
  title,
  keys,
})
