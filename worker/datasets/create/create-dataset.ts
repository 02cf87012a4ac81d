import { z } from '@hono/zod-openapi'
import { audit, namedOwner, quotaRefusal, withinQuotas } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { searchColumns } from '../../db/search-columns'
import { problem } from '../../errors'
import { authorOf, type Owner, ownerColumns, type SignedIn, sentOwnerSchema } from '../../identity'
import { canCreateFor, defaultPermissions, type Permission } from '../../permissions'
import {
  checkChosenId,
  checkDescriptionSize,
  checkPublication,
  createUnderSlug,
  isChanged,
  permissionColumns,
  slugOf,
} from '../../resources'
import { checkPatterns } from '../../schema/pattern/match'
import { describedAttachments } from '../attachments/attachments'
import { applyExtensions, checkExtensible, sentExtensions } from '../extensions'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import { type Dataset, fromRow } from '../metadata/dataset'
import { patchSchema, type StoredFile } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { readDataset } from '../metadata/load'
import { withPrivateConcepts } from '../metadata/private-concepts'
import { beginRemote } from '../remote-file/begin-remote-file'
import { sendRun } from '../runs/send-run'
import { purgeStatements } from '../trash/purge'
import { waitAfterDeletion } from '../trash/wait-after-deletion'
import { restrictedDescendants } from '../virtual/approve'
import { beginEditable } from './begin-editable'
import { beginFile } from './begin-file'
import { beginMetaOnly } from './begin-meta-only'
import { beginVirtual } from './begin-virtual'
import { inheritedFrom, initFromSchema } from './init-from'
import type { CreationInput, InitialState } from './initial-state'

/** The metadata of a creation request, besides the file. */
export const createSchema = patchSchema
  .extend({
    owner: sentOwnerSchema.optional(),
    isRest: z.boolean().optional(),
    isVirtual: z.boolean().optional(),
    isMetaOnly: z.boolean().optional(),
    initFrom: initFromSchema.optional(),
  })
  .openapi('DatasetCreation')
export type DatasetCreation = z.infer<typeof createSchema>

/**
 * Creates a dataset: from a stored file, which is sent for processing; from an address, which a run reads; editable and empty;
 * virtual; or metadata-only.
 *
 * @param input.id chosen id; generated when absent
 * @param input.draft keep it a draft until someone validates it
 * @throws `owner-refused`, `file-missing`, `nature-ambiguous`, `attachments-without-file`,
 *   `init-data-refused`, `id-invalid`, `title-missing`, `body-invalid`, `quota-datasets`, `quota-storage`, `quota-indexed`,
 *   `upload-taken`, `address-refused`, `metadata-too-large`, and what `checkPatterns` and `checkPublication` throw
 */
export async function createDataset(
  ctx: Context,
  input: {
    actor: SignedIn
    body: DatasetCreation
    file?: StoredFile | undefined
    attachments?: StoredFile | undefined
    id?: string | undefined
    draft?: boolean | undefined
  },
): Promise<Dataset> {
  const { actor } = input
  const {
    owner: chosen = actor.account,
    isRest,
    isVirtual,
    isMetaOnly,
    initFrom,
    schema = [],
    slug,
    remoteFile,
    ...description
  } = input.body
  if (description.masterData)
    throw problem('body-invalid', {
      reason: { en: '"masterData" is set with PATCH', fr: '"masterData" se définit avec PATCH' },
    })
  const received = checkNature(input.file, { isRest, isVirtual, isMetaOnly, isRemote: Boolean(remoteFile) })
  if (input.attachments && !received) throw problem('attachments-without-file')
  if (!canCreateFor(actor, chosen)) throw problem('owner-refused')
  const owner = await namedOwner(ctx, actor, chosen)
  const bytes = (received?.size ?? 0) + (input.attachments?.size ?? 0)
  const adds = { datasets: 1, storeBytes: bytes, indexedBytes: bytes }
  if (input.id !== undefined) checkChosenId(datasetKind, input.id)

  const id = input.id ?? ctx.newId()
  const hasWaited = input.id !== undefined && (await waitAfterDeletion(ctx, id))
  const file = received && hasWaited ? { ...received, updatedAt: ctx.now().toISOString() } : received
  const permissions = defaultPermissions(owner)
  await checkPublication(ctx, actor, { id, owner, permissions }, { before: {}, after: description }, () =>
    isVirtual ? restrictedDescendants(ctx, { id, virtual: description.virtual }) : [],
  )
  const nature = file || remoteFile ? 'file' : isVirtual ? 'virtual' : isMetaOnly ? 'metaOnly' : 'rest'
  const start = await creationInput(ctx, { owner, nature, description, schema, initFrom })
  const author = authorOf(actor)
  const begin = async (): Promise<InitialState> => {
    const isModel = initFrom?.parts.includes('schema') === true
    const isInherited = initFrom !== undefined
    if (file) return beginFile(ctx, { ...input, ...start, id, file, author, isModel, isInherited })
    if (remoteFile) return beginRemote(ctx, { ...start, id, owner, remoteFile, author, draft: input.draft })
    if (isVirtual) return beginVirtual(ctx, { ...start, id, owner, permissions })
    return isMetaOnly ? beginMetaOnly(ctx, { ...start, id }) : beginEditable(ctx, { ...start, id, owner })
  }
  const initial = await begin()
  const row = await insertDataset(ctx, initial, {
    ...{ id, isChosenId: input.id !== undefined, owner, permissions, author, slug, adds },
  })
  if (initial.run) await sendRun(ctx, initial.run)
  if (initial.read) await ctx.jobs.collect([{ run: initial.read, step: 0 }])
  await announceJournal(ctx, id)
  return remoteFile ? readDataset(ctx, id) : fromRow(row)
}

/** The description and the schema to create: those of the request, the parts that `initFrom` copies, and the fields of extensions. */
async function creationInput(
  ctx: Context,
  input: CreationInput & { owner: Owner; nature: Dataset['nature']; initFrom: DatasetCreation['initFrom'] },
): Promise<CreationInput> {
  const { owner, nature, description, schema, initFrom } = input
  const { attachments } = description
  const described = attachments ? { ...description, attachments: describedAttachments(attachments) } : description
  const sent = { description: described, schema }
  const requested = initFrom ? await inheritedFrom(ctx, { initFrom, nature, ...sent }) : sent
  checkDescriptionSize(requested.description)
  checkPatterns(requested.schema)
  const extensions = sentExtensions(requested.description.extensions)
  checkExtensible(nature, extensions)
  const areComplete = nature === 'rest'
  const fields = await withPrivateConcepts(ctx, owner, requested.schema)
  const extended = await applyExtensions(ctx, { owner, extensions, before: [], fields, areComplete })
  return { ...requested, description: { ...requested.description, extensions }, schema: extended }
}

/** Inserts the row of a dataset under a free slug, with the statements of its nature, within the quotas of its owner. */
function insertDataset(
  ctx: Context,
  { nature, metadata, published, draft, approvals, statements }: InitialState,
  input: {
    id: string
    isChosenId: boolean
    owner: Owner
    permissions: Permission[]
    author: { id: string; name: string }
    slug: string | undefined
    adds: Parameters<typeof withinQuotas>[2]
  },
) {
  const { id, owner, adds } = input
  // A file that comes with the dataset has the same date.
  const now = published.dataUpdatedAt ?? draft?.dataUpdatedAt ?? ctx.now().toISOString()
  const author = JSON.stringify(input.author)
  const values = {
    id,
    ...ownerColumns(owner),
    nature,
    metadata: JSON.stringify(metadata),
    ...permissionColumns(input.permissions),
    ...searchColumns(metadata, owner, published.schema),
    published: JSON.stringify(published),
    draft: draft ? JSON.stringify(draft) : null,
    approvals: approvals ? JSON.stringify(approvals) : null,
    status: published.status,
    createdAt: now,
    createdBy: author,
    updatedAt: now,
    updatedBy: author,
    listened: false,
    version: 1,
  }
  const named = { id, owner, slug: slugOf(input.slug, { title: metadata.title, id }, 'dataset') }
  return createUnderSlug(ctx, datasetKind, named, async (free) => {
    const created = { ...values, slug: free }
    // The events of its initial state are of before: a client that sorts by date gets the creation first.
    const dated = { ...ctx, now: () => new Date(published.finalizedAt ?? now) }
    const writes = ctx.db.batch([
      audit(ctx, 'createDataset', `datasets/${id}`),
      ...(await withinQuotas(ctx, owner, adds)),
      // The deleted dataset that had the chosen id can no longer be restored.
      ...(input.isChosenId ? await purgeStatements(ctx, id) : []),
      ctx.db.insert(tables.datasets).values(created),
      addToJournal(dated, id, { type: 'dataset-created', draft: draft !== undefined }),
      ...statements,
    ])
    await writes.catch(async (error: unknown) => {
      throw isChanged(error) ? problem('upload-taken') : await quotaRefusal(ctx, { consumer: owner, adds, error })
    })
    return created
  })
}

function checkNature(
  file: StoredFile | undefined,
  natures: Record<'isRest' | 'isVirtual' | 'isMetaOnly' | 'isRemote', boolean | undefined>,
): StoredFile | undefined {
  const requested = Object.entries(natures).filter(([, isSet]) => isSet)
  const [nature] = requested
  if (requested.length + (file ? 1 : 0) > 1) throw problem('nature-ambiguous')
  if (!file && !nature) throw problem('file-missing')
  return file
}
