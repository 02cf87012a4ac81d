import type { Context } from '../../context'
import { baseName } from '../../formats/kinds/kinds'
import type { Owner } from '../../identity'
import { percentDecoded } from '../../net/percent'
import type { CreationInput, InitialState } from '../create/initial-state'
import type { Version } from '../metadata/document'
import { titleFromFileName } from '../metadata/title-from-file-name'
import { addRemoteFile, checkRemoteFile } from './collector'
import type { SentRemoteFile } from './document'

/** Creates a dataset without a file yet: a run of its collector reads it. @throws `address-refused` */
export function beginRemote(
  ctx: Context,
  input: CreationInput & {
    id: string
    owner: Owner
    remoteFile: SentRemoteFile
    author: { id: string; name: string }
    /** Keep it a draft until someone validates it. */
    draft?: boolean | undefined
  },
): InitialState {
  const { id, owner, description, remoteFile, author, draft } = input
  checkRemoteFile(ctx, remoteFile)
  const title = description.title ?? titleOfAddress(remoteFile)
  const created: Version = { status: 'created', schema: [...input.schema] }
  const { statements, run } = addRemoteFile(ctx, { dataset: { id, title, owner }, sent: remoteFile, author })
  return {
    nature: 'file',
    metadata: { ...description, title },
    published: draft ? { status: 'draft', schema: [] } : created,
    draft: draft
      ? { ...created, draftReason: { key: 'file-new', message: 'New file', validationMode: 'never' } }
      : undefined,
    statements,
    ...(run ? { read: run } : {}),
  }
}

function titleOfAddress({ url, name }: SentRemoteFile): string {
  const { pathname, host } = new URL(url)
  const fileName = name || percentDecoded(pathname.split('/').at(-1) ?? '')
  return fileName ? titleFromFileName(baseName(fileName)) : host
}
