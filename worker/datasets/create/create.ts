import { z } from '@hono/zod-openapi'
import { audit, namedOwner, runWithinQuotas, withinQuotas } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { baseName } from '../../formats/kinds/kinds'
import { authorOf, type SignedIn, sentOwnerSchema } from '../../identity'
import { canCreateFor, defaultPermissions } from '../../permissions'
import {
  checkChosenId,
  checkPublication,
  createUnderSlug,
  isChanged,
  ownerColumns,
  permissionColumns,
  requireCondition,
  searchColumns,
  slugOf,
} from '../../resources'
import { checkPatterns } from '../../schema/pattern/match'
import { describedAttachments } from '../attachments/attachments'
import { applyExtensions, checkExtensible, sentExtensions } from '../extensions'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/listeners'
import { patchSchema, type StoredFile, type Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { readDataset } from '../metadata/load'
import { type Dataset, fromRow } from '../metadata/row'
import { titleFromFileName } from '../metadata/title-from-file-name'
import { beginRemote } from '../remote-file/begin'
import { newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'
import { attachedFrom, isUploadUnused, keepUpload } from '../stored-files/upload'
import { restrictedDescendants } from '../virtual/approve'
import { beginEditable } from './editable'
import { checkFileConstraints } from './file-columns'
import { inheritedFrom, initFromSchema } from './init-from'
import type { CreationInput, InitialState } from './initial-state'
import { beginMetaOnly } from './meta-only'
import { beginVirtual } from './virtual'

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
 *   `upload-taken`, `address-refused`, and what `checkPatterns` and `checkPublication` throw
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
    schema,
    slug,
    remoteFile,
    ...description
  } = input.body
  if (description.masterData) throw problem('body-invalid', { reason: '"masterData" is set with PATCH' })
  const file = checkNature(input.file, { isRest, isVirtual, isMetaOnly, isRemote: Boolean(remoteFile) })
  if (input.attachments && !file) throw problem('attachments-without-file')
  if (!canCreateFor(actor, chosen)) throw problem('owner-refused')
  const owner = await namedOwner(ctx, actor, chosen)
  const bytes = (file?.size ?? 0) + (input.attachments?.size ?? 0)
  const adds = { datasets: 1, storeBytes: bytes, indexedBytes: bytes }
  if (input.id !== undefined) checkChosenId(datasetKind, input.id)

  const id = input.id ?? ctx.newId()
  const permissions = defaultPermissions(owner)
  await checkPublication(ctx, actor, { id, owner, permissions }, { before: {}, after: description }, () =>
    isVirtual ? restrictedDescendants(ctx, { id, virtual: description.virtual }) : [],
  )
  const author = authorOf(actor)
  const now = ctx.now().toISOString()
  const described = description.attachments
    ? { ...description, attachments: describedAttachments(description.attachments) }
    : description
  const sent = { description: described, schema: schema ?? [] }
  const nature = file || remoteFile ? 'file' : isVirtual ? 'virtual' : isMetaOnly ? 'metaOnly' : 'rest'
  const requested = initFrom ? await inheritedFrom(ctx, { initFrom, nature, ...sent }) : sent
  checkPatterns(requested.schema)
  const extensions = sentExtensions(requested.description.extensions)
  checkExtensible(nature, extensions)
  const start = {
    ...requested,
    description: { ...requested.description, extensions },
    schema: await applyExtensions(ctx, {
      owner,
      extensions,
      before: [],
      fields: requested.schema,
      areComplete: nature === 'rest',
    }),
  }
  const { constraints, analysis } = start.description
  const algorithm = analysis?.escapeKeyAlgorithm
  if (file) await checkFileConstraints(ctx, { file, constraints: constraints ?? [], schema: start.schema, algorithm })
  const beginning = file
    ? beginFile(ctx, {
        ...input,
        id,
        file,
        author,
        now,
        isModel: initFrom?.parts.includes('schema') === true,
        ...start,
      })
    : remoteFile
      ? beginRemote(ctx, { ...start, id, owner, remoteFile, author, draft: input.draft })
      : isVirtual
        ? await beginVirtual(ctx, { id, owner, permissions, ...start })
        : isMetaOnly
          ? beginMetaOnly(ctx, { id, ...start })
          : await beginEditable(ctx, { id, owner, ...start })
  const { metadata, published, draft, approvals } = beginning
  const values = {
    id,
    ...ownerColumns(owner),
    nature: beginning.nature,
    metadata: JSON.stringify(metadata),
    ...permissionColumns(permissions),
    ...searchColumns(metadata, owner),
    published: JSON.stringify(published),
    draft: draft ? JSON.stringify(draft) : null,
    approvals: approvals ? JSON.stringify(approvals) : null,
    status: published.status,
    createdAt: now,
    createdBy: JSON.stringify(author),
    updatedAt: now,
    updatedBy: JSON.stringify(author),
    listened: false,
    version: 1,
  }
  const named = { id, owner, slug: slugOf(slug, { title: metadata.title, id }, 'dataset') }
  const row = await createUnderSlug(ctx, datasetKind, named, async (free) => {
    const created = { ...values, slug: free }
    const writes = ctx.db.batch([
      audit(ctx, 'createDataset', `datasets/${id}`),
      ...(await withinQuotas(ctx, owner, adds)),
      ctx.db.insert(tables.datasets).values(created),
      addToJournal(ctx, id, { type: 'dataset-created', draft: draft !== undefined }),
      ...beginning.statements,
    ])
    await runWithinQuotas(ctx, { consumer: owner, adds }, writes).catch((error: unknown) => {
      throw isChanged(error) ? problem('upload-taken') : error
    })
    return created
  })
  if (beginning.run) await sendRun(ctx, beginning.run)
  if (beginning.read) await ctx.jobs.collect([{ run: beginning.read, step: 0 }])
  await announceJournal(ctx, id)
  return remoteFile ? readDataset(ctx, id) : fromRow(row)
}

/** Creates a dataset with a file, which the queue then processes. */
function beginFile(
  ctx: Context,
  input: CreationInput & {
    id: string
    file: StoredFile
    attachments?: StoredFile | undefined
    author: { id: string; name: string }
    now: string
    /** The schema is that of another dataset: the file of a draft is compared with it. */
    isModel: boolean
    draft?: boolean | undefined
  },
): InitialState {
  const { id, description, file, attachments, filling } = input
  const loaded: Version = {
    status: 'loaded',
    originalFile: file,
    ...(attachments ? { attachments: attachedFrom(attachments) } : {}),
    schema: [...input.schema],
    dataUpdatedAt: input.now,
    dataUpdatedBy: input.author,
  }
  const run = newRun(ctx, {
    datasetId: id,
    target: input.draft ? 'draft' : 'published',
    stage: 'store',
    state: filling ? { filling } : {},
  })
  return {
    nature: 'file',
    metadata: { ...description, title: description.title ?? titleFromFileName(baseName(file.name)) },
    published: input.draft ? { status: 'draft', schema: input.isModel ? [...input.schema] : [] } : loaded,
    draft: input.draft
      ? { ...loaded, draftReason: { key: 'file-new', message: 'New file', validationMode: 'never' } }
      : undefined,
    statements: [
      requireCondition(ctx, isUploadUnused(file.object)),
      ...(attachments ? [requireCondition(ctx, isUploadUnused(attachments.object))] : []),
      ...run.statements,
      keepUpload(ctx, file.object),
      ...(attachments ? [keepUpload(ctx, attachments.object)] : []),
    ],
    run: run.id,
  }
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
