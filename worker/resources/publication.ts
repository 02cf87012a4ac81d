/** Checks the publication of resources on the sites of their owner. */
import { publicationSitesOf } from '../accounts'
import type { Context } from '../context'
import { problem } from '../errors'
import type { Actor, Owner } from '../identity'
import { can, type Permission, roleOver } from '../permissions'

type Published = { id: string; owner: Owner; permissions: Permission[] }
type Sites = {
  publicationSites?: string[] | null | undefined
  requestedPublicationSites?: string[] | null | undefined
}
type Change = { before: Sites; after: Sites }
type Site = Awaited<ReturnType<typeof publicationSitesOf>>[number]

/**
 * Checks a change of the sites of a resource. The sites must belong to the owner of the resource. Publishing on a site and
 * removing from it take the right `writePublicationSites`, except on staging sites.
 *
 * @param below the datasets below a virtual dataset, which need the same right
 * @throws `publication-site-not-found` (404), `permission-missing`, `publication-site-refused`,
 *   `virtual-child-restricted` (403)
 */
export async function checkPublication(
  ctx: Context,
  actor: Actor,
  resource: Published,
  { before, after }: Change,
  below: () => readonly Published[] | Promise<readonly Published[]> = () => [],
): Promise<void> {
  const published = difference(before.publicationSites, after.publicationSites)
  const requested = difference(before.requestedPublicationSites, after.requestedPublicationSites)
  const [added, removed] = [[...published.added, ...requested.added], published.removed]
  if (added.length + removed.length === 0) return
  const sites = new Map(
    (await publicationSitesOf(ctx, resource.owner)).map((site) => [`${site.type}:${site.id}`, site]),
  )
  for (const name of added) if (!sites.has(name)) throw problem('publication-site-not-found', { site: name })
  const isGuarded = (name: string) => !sites.get(name)?.settings?.staging
  for (const name of [...published.added, ...removed].filter(isGuarded)) {
    const site = sites.get(name)
    if (site) checkPublisher(actor, resource, site)
  }
  if (!published.added.some(isGuarded)) return
  const child = (await below()).find((dataset) => !can(actor, 'writePublicationSites', dataset))
  if (child) throw problem('virtual-child-restricted', { child: child.id })
}

function checkPublisher(actor: Actor, resource: Published, site: Site): void {
  if (!can(actor, 'writePublicationSites', resource)) {
    throw problem('permission-missing', { operation: 'writePublicationSites', class: 'admin' })
  }
  const { department, ...organization } = resource.owner
  const contributors = site.settings?.contributorDepartments ?? []
  const isOpen = !department || site.department || contributors.length === 0 || contributors.includes(department)
  if (!isOpen && roleOver(actor, organization) !== 'admin') {
    throw problem('publication-site-refused', { site: `${site.type}:${site.id}`, department })
  }
}

function difference(before: readonly string[] | null | undefined, after: readonly string[] | null | undefined) {
  const [previous, current] = [new Set(before), new Set(after)]
  return {
    added: [...current].filter((site) => !previous.has(site)),
    removed: [...previous].filter((site) => !current.has(site)),
  }
}
