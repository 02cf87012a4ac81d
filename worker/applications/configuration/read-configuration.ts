/** Reads configurations, with current descriptions of their datasets. */

import type { Context } from '../../context'
import { type Dataset, present, readDatasets, withoutObservations } from '../../datasets'
import { problem } from '../../errors'
import { type Actor, linkKeyRightsSchema, type Owner } from '../../identity'
import { can, canGiveLinkKey } from '../../permissions'
import { applicationActor } from '../actor'
import type { Configuration } from '../document'
import { type Application, loadApplication } from '../load'
import { entryFromDataset, rewrittenHref } from './entry-from-dataset'
import { filterAt, referencesOf } from './references'

/** The published configuration; `{}` when there is none. @throws `configuration-dataset-refused` */
export async function readConfiguration(ctx: Context, id: string): Promise<Configuration> {
  const application = await loadApplication(ctx, id, 'readConfig')
  return refreshedForCaller(ctx, application, application.configuration ?? {}, false)
}

/** The draft configuration, else the published one. @throws `configuration-dataset-refused` */
export async function readConfigurationDraft(ctx: Context, id: string): Promise<Configuration> {
  const application = await loadApplication(ctx, id, 'writeConfig')
  const { configuration = {}, configurationDraft } = application
  return refreshedForCaller(ctx, application, configurationDraft ?? configuration, configurationDraft !== undefined)
}

/**
 * A configuration with current descriptions of its datasets. Entries of unknown datasets are unchanged.
 *
 * @param who.reader the actor whose permissions allow reading the datasets
 * @param who.viewerOf the actor of `userPermissions`, by the id of the dataset
 * @param who.datasetsById the datasets of the configuration
 * @throws `configuration-dataset-refused`
 */
export function withCurrentDatasets(
  ctx: Pick<Context, 'baseUrl' | 'language'>,
  { base }: Pick<Application, 'base'>,
  configuration: Configuration,
  {
    reader,
    viewerOf,
    datasetsById,
    draft = false,
  }: {
    reader: Actor
    viewerOf: (id: string) => Actor
    datasetsById: ReadonlyMap<string, Dataset>
    draft?: boolean
  },
): Configuration {
  const { datasets: entries } = configuration
  if (!entries) return configuration
  const filters = base?.datasetsFilters ?? []
  const documentOf = (dataset: Dataset) => {
    const actor = viewerOf(dataset.id)
    // The columns of a dataset are in the configuration; values of its rows are for those who may read them.
    const visible = can(actor, 'readLines', dataset)
      ? dataset
      : { ...dataset, published: withoutObservations(dataset.published) }
    return present(visible, { actor, baseUrl: ctx.baseUrl, site: undefined, language: ctx.language })
  }
  const datasets = entries.map((entry, position) => {
    if (!entry) return entry
    const dataset = entry.id === undefined ? undefined : datasetsById.get(entry.id)
    if (!dataset) return { ...entry, href: rewrittenHref(entry.href, ctx.baseUrl) }
    if (!can(reader, 'readDescription', dataset)) {
      // The title of a private dataset is not disclosed: the message uses the title in the configuration.
      const title = typeof entry.title === 'string' ? entry.title : dataset.id
      throw problem('configuration-dataset-refused', { id: dataset.id, title })
    }
    const filter = filterAt(filters, position)
    const current = entryFromDataset(entry, { document: documentOf(dataset), filter, draft })
    return { ...current, href: rewrittenHref(current.href, ctx.baseUrl) }
  })
  return { ...configuration, datasets }
}

/** The same for the caller of a request. */
async function refreshedForCaller(
  ctx: Context,
  application: Application,
  configuration: Configuration,
  draft: boolean,
): Promise<Configuration> {
  const reader = applicationActor(ctx)
  const ids = configuration.datasets?.flatMap((entry) => entry?.id ?? []) ?? []
  const datasetsById = await readDatasets(ctx, ids)
  return withCurrentDatasets(ctx, application, configuration, { reader, viewerOf: () => reader, datasetsById, draft })
}

/**
 * Checks that a configuration gives no right that its writer does not have: the keys of the application give everybody
 * who has a link the rights of the configuration on its datasets of the same account.
 *
 * @throws `configuration-dataset-refused`, `configuration-rights-refused`
 */
export async function checkReferences(
  ctx: Context,
  { owner, base }: Pick<Application, 'base'> & { owner: Pick<Owner, 'type' | 'id'> },
  configuration: Configuration,
): Promise<void> {
  const references = referencesOf(configuration, base?.datasetsFilters ?? []).filter(({ kind }) => kind === 'dataset')
  const datasetsById = await readDatasets(
    ctx,
    references.map(({ target }) => target),
  )
  const actor = applicationActor(ctx)
  for (const { target, keyPermissions } of references) {
    const dataset = datasetsById.get(target)
    if (dataset?.owner.type !== owner.type || dataset.owner.id !== owner.id) continue
    const { id } = dataset
    if (!can(actor, 'readDescription', dataset)) throw problem('configuration-dataset-refused', { id, title: id })
    const rights = keyPermissions && linkKeyRightsSchema.parse(keyPermissions)
    if (!canGiveLinkKey(actor, rights, dataset)) {
      throw problem('configuration-rights-refused', { id, title: dataset.metadata.title })
    }
  }
}
