/** The files of a creation or a replacement: those of its body, and the resumable uploads that it names. */
import type { Context } from '../../context'
import { problem } from '../../errors'
import { kindOf } from '../../formats/kinds/kinds'
import { knownEncoding, unknownEncoding } from '../../formats/text/encodings'
import type { StoredFile } from '../metadata/document'
import { takeUpload } from '../uploads'
import type { DatasetCreation } from './create-dataset'

/** The parts of a request: metadata, data file and attachments, either in the body or as resumable uploads. */
export type ReceivedFiles = {
  body: DatasetCreation
  file: StoredFile | undefined
  attachments: StoredFile | undefined
  /** The resumable uploads of the request. */
  uploads: Uploads
}
type Uploads = { upload?: string | undefined; attachmentsUpload?: string | undefined }

/** The reasons why a second file of a role is refused. */
export const repeatedFile = {
  data: { en: 'more than one data file', fr: "plus d'un fichier de données" },
  attachments: {
    en: 'more than one file of attachments, or one for both',
    fr: "plus d'un fichier de pièces jointes, ou un même fichier pour les deux",
  },
} as const

/** The files of a body and the resumable uploads that it names. @throws the codes of `takeUpload` */
export async function withUploads(
  ctx: Context,
  parts: ReadonlyMap<'data' | 'attachments', StoredFile>,
  uploads: Uploads,
): Promise<Omit<ReceivedFiles, 'body'>> {
  const { upload, attachmentsUpload } = uploads
  const isTwice = (role: 'data' | 'attachments', id: string | undefined) => parts.has(role) && id !== undefined
  if (isTwice('data', upload)) throw problem('body-invalid', { reason: repeatedFile.data })
  if (isTwice('attachments', attachmentsUpload) || (upload !== undefined && upload === attachmentsUpload)) {
    throw problem('body-invalid', { reason: repeatedFile.attachments })
  }
  const file = upload === undefined ? parts.get('data') : await takeUpload(ctx, upload)
  const attachments =
    attachmentsUpload === undefined ? parts.get('attachments') : await takeUpload(ctx, attachmentsUpload)
  if (attachments && kindOf(attachments.name)?.kind !== 'zip') throw problem('attachments-not-zip')
  return { file, attachments, uploads }
}

/** @throws `parameter-invalid` for an encoding that is not known */
export function withExplicitEncoding(file: StoredFile, label: string | undefined): StoredFile {
  if (!label) return file
  const explicitEncoding = knownEncoding(label)
  if (!explicitEncoding) {
    throw problem('parameter-invalid', { parameter: 'file_encoding', reason: unknownEncoding(label) })
  }
  return { ...file, explicitEncoding }
}
