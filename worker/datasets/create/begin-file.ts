import type { Context } from '../../context'
import { baseName } from '../../formats/kinds/kinds'
import { requireCondition } from '../../resources'
import type { StoredFile, Version } from '../metadata/document'
import { titleFromFileName } from '../metadata/title-from-file-name'
import { newRun } from '../runs/runs'
import { attachedFrom, isUploadUnused, keepUpload } from '../stored-files/upload'
import { checkFileConstraints } from './check-file-constraints'
import type { CreationInput, InitialState } from './initial-state'

/** A dataset with a file, which the queue processes. */
export async function beginFile(
  ctx: Context,
  input: CreationInput & {
    id: string
    file: StoredFile
    attachments?: StoredFile | undefined
    author: { id: string; name: string }
    /** The schema is that of another dataset: the file of a draft is compared with it. */
    isModel: boolean
    /** Parts of it are those of another dataset. */
    isInherited: boolean
    draft?: boolean | undefined
  },
): Promise<InitialState> {
  const { id, description, file, attachments, filling, schema } = input
  const { constraints, analysis } = description
  await checkFileConstraints(ctx, {
    file,
    constraints: constraints ?? [],
    schema,
    algorithm: analysis?.escapeKeyAlgorithm,
  })
  const loaded: Version = {
    status: input.isInherited ? 'created' : 'loaded',
    originalFile: file,
    ...(attachments ? { attachments: attachedFrom(attachments) } : {}),
    schema: [...schema],
    dataUpdatedAt: ctx.now().toISOString(),
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
    published: input.draft ? { status: 'draft', schema: input.isModel ? [...schema] : [] } : loaded,
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
