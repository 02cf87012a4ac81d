/** Receives the body of a creation or a replacement: JSON or multipart, parsed while it arrives. */

import { z } from '@hono/zod-openapi'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { kindOf } from '../../formats/kinds/kinds'
import { knownEncoding, unknownEncoding } from '../../formats/text/encodings'
import { checkAgainst, contentLength, parseJson, readJsonBody } from '../../http/body'
import { parseMultipart } from '../../http/multipart'
import type { Call } from '../../http/route'
import type { Owner } from '../../identity'
import { limits } from '../../limits'
import { excerptOf } from '../../schema/cut-text'
import { normalizeOptionsSchema, type StoredFile } from '../metadata/document'
import { dropUpload, storeUpload } from '../stored-files/upload'
import { takeUpload } from '../uploads'
import { createSchema, type DatasetCreation } from './create'

export const isMultipart = (c: Call<unknown, unknown>['c']) =>
  c.req.header('content-type')?.toLowerCase().startsWith('multipart/form-data') ?? false

/** The parts of a request: metadata, data file and attachments, either in the body or as resumable uploads. */
export type Received = {
  body: DatasetCreation
  file: StoredFile | undefined
  attachments: StoredFile | undefined
  /** The resumable uploads of the request. */
  uploads: Uploads
}
type Uploads = { upload?: string | undefined; attachmentsUpload?: string | undefined }

const receivedSchema = createSchema.extend({ upload: z.string().optional(), attachmentsUpload: z.string().optional() })

/** The body of an upload: the metadata, and the file once it is stored for the account of the actor. */
export async function receiveUpload(
  { ctx, c }: Pick<Call<unknown, unknown>, 'ctx' | 'c'>,
  account: Owner,
): Promise<Received> {
  const size = contentLength(c)
  const max = ctx.config.MAX_FILE_BYTES
  if (size - limits.http.multipartEnvelopeBytes > max + limits.http.maxTextPartBytes)
    throw problem('file-too-large', { max })
  if (!isMultipart(c)) {
    const { upload, attachmentsUpload, ...body } = await readJsonBody(c, receivedSchema)
    return { body, ...(await withUploads(ctx, new Map(), { upload, attachmentsUpload })) }
  }
  const received = new Set<string>()
  const parts = new Map<'data' | 'attachments', StoredFile>()
  try {
    const { fields } = await parseMultipart(c.req.raw, async ({ part, fileName, bytes }) => {
      const isData = part === 'file' || part === 'dataset'
      if (!isData && part !== 'attachments') throw unknownPart(part)
      const role = isData ? 'data' : 'attachments'
      if (received.has(role)) throw problem('body-invalid', { reason: twice[role] })
      received.add(role)
      // An HTML form sends empty file fields too.
      if (role === 'attachments' && fileName === '') return
      if (role === 'attachments' && kindOf(fileName)?.kind !== 'zip') throw problem('attachments-not-zip')
      const stored = await storeUpload(ctx, { account, fileName, bytes })
      parts.set(role, stored)
      // An empty data file is reported by the run.
      if (role === 'attachments' && stored.size === 0) throw problem('file-empty', { name: stored.name })
    })
    const { upload, attachmentsUpload, ...body } = describedBy(fields)
    const sent = await withUploads(ctx, parts, { upload, attachmentsUpload })
    return { body, ...sent, file: sent.file && withOptions(sent.file, fields) }
  } catch (error) {
    for (const file of parts.values()) await dropUpload(ctx, file.object)
    throw error
  }
}

const unknownPart = (part: string) =>
  problem('part-unknown', { part: excerptOf(part), supported: 'file, dataset, attachments, body, title, schema …' })

/** The metadata in a multipart body: one JSON part named `body`, or one part per property. */
function describedBy(fields: ReadonlyMap<string, string>): z.infer<typeof receivedSchema> {
  const bodyPart = fields.get('body')
  if (bodyPart !== undefined) return checkAgainst(receivedSchema, parseJson(bodyPart, 'body'))
  const description: Record<string, unknown> = {}
  for (const [name, text] of fields) {
    if (/^(file|dataset)_(encoding|normalizeOptions)$/.test(name)) continue
    if (!Object.hasOwn(receivedSchema.shape, name)) throw unknownPart(name)
    const value = readPart(name, text)
    if (value !== undefined) description[name] = value
  }
  return checkAgainst(receivedSchema, description)
}

const textProperties = new Set([
  'title',
  'summary',
  'description',
  'slug',
  'origin',
  'image',
  'creator',
  'spatial',
  'frequency',
  'modified',
  'upload',
  'attachmentsUpload',
])

/** Texts that are never empty. */
const filledProperties = new Set(['title', 'slug', 'modified', 'upload', 'attachmentsUpload'])

/** Objects, arrays and booleans are sent as JSON text; an empty part counts as absent, since forms send empty fields too. */
function readPart(name: string, text: string): unknown {
  if (textProperties.has(name)) return text === '' && filledProperties.has(name) ? undefined : text
  return text.trim() === '' ? undefined : parseJson(text, name)
}

/** The format options of a file, in fields prefixed with the name of its part. */
function withOptions(file: StoredFile, fields: ReadonlyMap<string, string>): StoredFile {
  const option = (name: string) => fields.get(`file_${name}`) ?? fields.get(`dataset_${name}`)
  const options = option('normalizeOptions')
  const normalizeOptions = options
    ? checkAgainst(normalizeOptionsSchema, parseJson(options, 'file_normalizeOptions'))
    : undefined
  return { ...withEncoding(file, option('encoding')), ...(normalizeOptions ? { normalizeOptions } : {}) }
}

/** The reasons why a second file of a role is refused. */
const twice = {
  data: { en: 'more than one data file', fr: "plus d'un fichier de données" },
  attachments: {
    en: 'more than one file of attachments, or one for both',
    fr: "plus d'un fichier de pièces jointes, ou un même fichier pour les deux",
  },
} as const

/** The files of a body and the resumable uploads that it names. @throws the codes of `takeUpload` */
async function withUploads(
  ctx: Context,
  parts: ReadonlyMap<'data' | 'attachments', StoredFile>,
  uploads: Uploads,
): Promise<Omit<Received, 'body'>> {
  const { upload, attachmentsUpload } = uploads
  const isTwice = (role: 'data' | 'attachments', id: string | undefined) => parts.has(role) && id !== undefined
  if (isTwice('data', upload)) throw problem('body-invalid', { reason: twice.data })
  if (isTwice('attachments', attachmentsUpload) || (upload !== undefined && upload === attachmentsUpload)) {
    throw problem('body-invalid', { reason: twice.attachments })
  }
  const file = upload === undefined ? parts.get('data') : await takeUpload(ctx, upload)
  const attachments =
    attachmentsUpload === undefined ? parts.get('attachments') : await takeUpload(ctx, attachmentsUpload)
  if (attachments && kindOf(attachments.name)?.kind !== 'zip') throw problem('attachments-not-zip')
  return { file, attachments, uploads }
}

function withEncoding(file: StoredFile, label: string | undefined): StoredFile {
  if (!label) return file
  const explicitEncoding = knownEncoding(label)
  if (!explicitEncoding) {
    throw problem('parameter-invalid', { parameter: 'file_encoding', reason: unknownEncoding(label) })
  }
  return { ...file, explicitEncoding }
}
