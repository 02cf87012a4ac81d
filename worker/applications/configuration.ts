/** Reading a configuration, its datasets told as they are now (contract applications A.10). */

import type { Context } from '../context'
import { type Dataset, present, readDatasets } from '../datasets'
import { problem } from '../errors'
import { type Actor, keyRightsSchema, type Owner } from '../identity'
import { can, canGiveLink } from '../permissions'
import { applicationActor } from './actor'
import type { Configuration } from './document'
import { type Application, loadApplication } from './load'
import { filterAt, referencesOf } from './references'
import { refreshedEntry, rewrittenHref } from './refresh'

/** What visitors see; `{}` when there is none. @throws `configuration-dataset-refused` */
export async function readConfiguration(ctx: Context, id: string): Promise<Configuration> {
  const application = await loadApplication(ctx, id, 'readConfig')
  const actor = applicationActor(ctx)
  return refreshed(ctx, application, application.configuration ?? {}, { reader: actor, viewer: actor })
}

/** What is being prepared, else what visitors see. @throws `configuration-dataset-refused` */
export async function readDraft(ctx: Context, id: string): Promise<Configuration> {
  const application = await loadApplication(ctx, id, 'writeConfig')
  const actor = applicationActor(ctx)
  const { configuration = {}, configurationDraft } = application
  return refreshed(ctx, application, configurationDraft ?? configuration, { reader: actor, viewer: actor, draft: true })
}

/**
 * A configuration with what its datasets are now. An unknown dataset leaves its entry as it is.
 *
 * @param who.reader in whose right the datasets are read
 * @param who.viewer whose permissions are told
 * @throws `configuration-dataset-refused`
 */
export async function refreshed(
  ctx: Context,
  { base }: Pick<Application, 'base'>,
  configuration: Configuration,
  { reader, viewer, draft = false }: { reader: Actor; viewer: Actor; draft?: boolean },
): Promise<Configuration> {
  const { datasets: entries } = configuration
  if (!entries) return configuration
  const known = await readDatasets(
    ctx,
    entries.flatMap((entry) => entry?.id ?? []),
  )
  const filters = base?.datasetsFilters ?? []
  const documentOf = (dataset: Dataset) =>
    present(dataset, { actor: viewer, baseUrl: ctx.baseUrl, language: ctx.language })
  const datasets = entries.map((entry, position) => {
    if (!entry) return entry
    const dataset = entry.id === undefined ? undefined : known.get(entry.id)
    if (!dataset) return { ...entry, href: rewrittenHref(entry.href, ctx.baseUrl) }
    if (!can(reader, 'readDescription', dataset)) {
      // Its title is not told to those who may not read it: what the writer of the configuration called it is.
      const title = typeof entry.title === 'string' ? entry.title : dataset.id
      throw problem('configuration-dataset-refused', { id: dataset.id, title })
    }
    const filter = filterAt(filters, position)
    const current = refreshedEntry(entry, { document: documentOf(dataset), filter, draft })
    return { ...current, href: rewrittenHref(current.href, ctx.baseUrl) }
  })
  return { ...configuration, datasets }
}

/**
 * Refuses a configuration that names a dataset of the same account of which its writer may not do what the keys of the
 * application would let the writer, and everybody else, do.
 *
 * @throws `configuration-dataset-refused`, `configuration-rights-refused`
 */
export async function checkReferences(
  ctx: Context,
  { owner, base }: Pick<Application, 'base'> & { owner: Pick<Owner, 'type' | 'id'> },
  configuration: Configuration,
): Promise<void> {
  const named = referencesOf(configuration, base?.datasetsFilters ?? []).filter(({ kind }) => kind === 'dataset')
  const known = await readDatasets(
    ctx,
    named.map(({ target }) => target),
  )
  const actor = applicationActor(ctx)
  for (const { target, keyPermissions } of named) {
    const dataset = known.get(target)
    if (dataset?.owner.type !== owner.type || dataset.owner.id !== owner.id) continue
    const { id } = dataset
    if (!can(actor, 'readDescription', dataset)) throw problem('configuration-dataset-refused', { id, title: id })
    const rights = keyPermissions && keyRightsSchema.parse(keyPermissions)
    if (!canGiveLink(actor, rights, dataset)) {
      throw problem('configuration-rights-refused', { id, title: dataset.metadata.title })
    }
  }
}
