/** Who uses columns of a dataset: applications, virtual datasets, and datasets extended from it. */
import { columnsUsed, loadApplication, readConfigSchema } from '../../applications'
import { type Dataset, readDatasets } from '../../datasets'
import { columnsTaken } from '../../datasets/extensions'
import { type ColumnsChange, effectOfColumns } from '../../datasets/virtual'
import { Problem } from '../../errors'
import { limits } from '../../limits'
import { problemText } from '../problem-text'
import type { View } from '../view'
import { type Dependents, dependentsOf } from './dependents'

export type ColumnUser = {
  address: string
  title: string
  keys: string[]
  /** Why it cannot be read at all any more. */
  refusal?: string
}

export type ColumnUsers = {
  users: ColumnUser[]
  /** Applications whose configuration the reader may not read. */
  unread: Pick<ColumnUser, 'address' | 'title'>[]
  /** Applications and datasets beyond those that were looked at. */
  more: number
}

type Changed = ColumnsChange & { dataset: Dataset }

/**
 * Those who use columns that a change takes away, of those that the reader may list: of the dataset, and of the virtual datasets
 * that show it, level by level.
 */
export async function usersOf(view: View, dataset: Dataset, change: ColumnsChange): Promise<ColumnUsers> {
  const users = new Map<string, ColumnUser>()
  const unread = new Map<string, ColumnUsers['unread'][number]>()
  const judged = new Set([dataset.id])
  let more = 0
  for (let level: Changed[] = [{ ...change, dataset }]; level.length > 0; ) {
    const direct = await Promise.all(level.map((one) => directUsersOf(view, one)))
    for (const found of direct) {
      more += found.more
      for (const user of found.users) users.set(user.address, merged(users.get(user.address), user))
      for (const one of found.unread) unread.set(one.address, one)
    }
    level = []
    for (const one of direct.flatMap(({ parents }) => parents)) {
      if (one.lost.length === 0 || judged.has(one.dataset.id) || judged.size > limits.pages.dependents) continue
      judged.add(one.dataset.id)
      level.push(one)
    }
  }
  return { users: [...users.values()], unread: [...unread.values()], more }
}

/** A user of several levels loses the columns of each. */
const merged = (known: ColumnUser | undefined, user: ColumnUser): ColumnUser => ({
  ...known,
  ...user,
  keys: [...new Set([...(known?.keys ?? []), ...user.keys])],
})

async function directUsersOf(view: View, changed: Changed): Promise<ColumnUsers & { parents: Changed[] }> {
  const { applications, parents, extended, more } = await dependentsOf(view, changed.dataset.id)
  const [ofApplications, ofParents, ofExtended] = await Promise.all([
    applicationsOf(view, applications, changed),
    parentsOf(view, parents, changed),
    extendedOf(view, extended, changed),
  ])
  const users = [...ofApplications.users, ...ofParents.map(({ user }) => user), ...ofExtended]
  return { users, unread: ofApplications.unread, more, parents: ofParents.map(({ changed }) => changed) }
}

async function applicationsOf(
  view: View,
  results: Dependents['applications'],
  { dataset: { id }, lost }: Changed,
): Promise<Omit<ColumnUsers, 'more'>> {
  const schemas = new Map<string, ReturnType<typeof readConfigSchema>>()
  const schemaAt = (url: string) => {
    const known = schemas.get(url) ?? readConfigSchema(view.ctx, url).catch(unreachable)
    schemas.set(url, known)
    return known
  }
  const judged = await Promise.all(
    results.map(async (listed): Promise<{ user?: ColumnUser; unread?: Pick<ColumnUser, 'address' | 'title'> }> => {
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
  }
}

/** Why the configuration of a listed application cannot be read: it was deleted meanwhile, or the reader may list it only. */
function refused(error: unknown): 'gone' | 'refused' {
  if (error instanceof Problem && error.status === 404) return 'gone'
  if (error instanceof Problem && error.status === 403) return 'refused'
  throw error
}

/** Without a response of the host of a base application, the configuration is checked without its form. */
function unreachable(error: unknown): undefined {
  if (error instanceof Problem && /^(base-application-unreachable|address-refused)$/.test(error.code)) return undefined
  throw error
}

async function parentsOf(
  view: View,
  results: Dependents['parents'],
  { dataset: { id }, after, lost }: Changed,
): Promise<{ user: ColumnUser; changed: Changed }[]> {
  const parents = await readDatasets(
    view.ctx,
    results.map((one) => one.id),
  )
  const siblings = [...parents.values()].flatMap(({ metadata }) => metadata.virtual?.children ?? [])
  const children = [...(await readDatasets(view.ctx, [...new Set(siblings)])).values()]
  return results.flatMap(({ id: parentId, title }) => {
    const parent = parents.get(parentId)
    if (!parent) return []
    const { keys, refusal, change } = effectOfColumns(parent, { id, after, lost }, children)
    if (keys.length === 0) return []
    const reason = refusal && { refusal: problemText(refusal, view.language) }
    return { user: { ...userOf(view, parentId, title, keys), ...reason }, changed: { ...change, dataset: parent } }
  })
}

async function extendedOf(
  view: View,
  results: Dependents['extended'],
  { dataset: { id, metadata }, lost }: Changed,
): Promise<ColumnUser[]> {
  const extended = await readDatasets(
    view.ctx,
    results.map((one) => one.id),
  )
  const source = { id, masterData: metadata.masterData }
  return results.flatMap(({ id: extendedId, title }) => {
    const keys = columnsTaken(extended.get(extendedId)?.metadata.extensions, source, lost)
    return keys.length > 0 ? userOf(view, extendedId, title, keys) : []
  })
}

const userOf = (view: View, id: string, title: string, keys: string[]): ColumnUser => ({
  address: `${view.baseUrl}/dataset/${id}`,
  title,
  keys,
})
