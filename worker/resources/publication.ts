/** Checks the publication of resources on the sites of their owner. */
import { publicationSitesOf } from '../accounts'
import type { Context } from '../context'
import { problem } from '../errors'
import { type Actor, actingAccount, type Owner } from '../identity'
import { can, type Permission, roleOver } from '../permissions'

type Published = { id: string; owner: Owner; permissions: Permission[] }
type Sites = {
  publicationSites?: string[] | null | undefined
  requestedPublicationSites?: string[] | null | undefined
}
type Change = { before: Sites; after: Sites }
/** @property data the site, `type:id` */
type PublicationEvent = { type: 'publication' | 'publication-requested'; data: string; logOnly: boolean }
type Site = Awaited<ReturnType<typeof publicationSitesOf>>[number]

/**
 * Checks a change of the sites of a resource. The sites must belong to the owner of the resource, or, where the owner is an
 * organization, to one of its departments. Publishing on a site and removing from it take the right
 * `writePublicationSites`, except on staging sites.
 *
 * @param below the datasets below a virtual dataset, which need the same right
 * @returns the events of the change, for the log of the owner
 * @throws `publication-site-not-found` (404), `permission-missing`, `publication-site-refused`,
 *   `virtual-child-restricted` (403)
 */
export async function checkPublication(
  ctx: Context,
  actor: Actor,
  resource: Published,
  { before, after }: Change,
  below: () => readonly Published[] | Promise<readonly Published[]> = () => [],
): Promise<PublicationEvent[]> {
  const published = difference(before.publicationSites, after.publicationSites)
  const requested = difference(before.requestedPublicationSites, after.requestedPublicationSites)
  const [added, removed] = [[...published.added, ...requested.added], published.removed]
  if (added.length + removed.length === 0) return []
  const { type, id, department = '*' } = resource.owner
  const offered = await publicationSitesOf(ctx, { type, id, department })
  // `Map` keeps the last entry of a key. Reversed: a site of the organization wins over one of a department with the same id.
  const sites = new Map(offered.toReversed().map((site) => [`${site.type}:${site.id}`, site]))
  for (const name of added) if (!sites.has(name)) throw problem('publication-site-not-found', { site: name })
  const isGuarded = (name: string) => !sites.get(name)?.settings?.staging
  for (const name of [...published.added, ...removed]) {
    if (isGuarded(name) && sites.has(name) && !can(actor, 'writePublicationSites', resource)) {
      throw problem('permission-missing', { operation: 'writePublicationSites', class: 'admin' })
    }
    checkDepartment(actor, resource.owner, sites.get(name))
  }
  if (published.added.some(isGuarded)) {
    const child = (await below()).find((dataset) => !can(actor, 'writePublicationSites', dataset))
    if (child) throw problem('virtual-child-restricted', { child: child.id })
  }
  return [
    ...published.added.map((site) => ({ type: 'publication' as const, data: site, logOnly: true })),
    ...requested.added.map((site) => ({ type: 'publication-requested' as const, data: site, logOnly: true })),
  ]
}

/**
 * A department publishes only on its own sites, and on those of its organization that list it. Members of the organization as
 * a whole publish on all of them.
 *
 * @throws `publication-site-refused`
 */
function checkDepartment(actor: Actor, owner: Owner, site: Site | undefined): void {
  const { department: _, ...organization } = owner
  if (!site || site.department || roleOver(actor, organization)) return
  const account = actingAccount(actor)
  const isMember = account?.type === owner.type && account.id === owner.id
  const department = isMember ? account.department : owner.department
  if (!department || site.settings?.contributorDepartments?.includes(department)) return
  throw problem('publication-site-refused', { site: `${site.type}:${site.id}`, department })
}

function difference(before: readonly string[] | null | undefined, after: readonly string[] | null | undefined) {
  const [previous, current] = [new Set(before), new Set(after)]
  return {
    added: [...current].filter((site) => !previous.has(site)),
    removed: [...previous].filter((site) => !current.has(site)),
  }
}
