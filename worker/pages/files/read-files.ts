import { z } from 'zod'
import type { Context } from '../../context'
import { type OpenedLines, readQuery } from '../../datasets/lines-api'
import { limits } from '../../limits'
import { attachmentField } from '../../schema/attachment-fields'
import { apiQuery } from '../table/state'

const text = z.string().nullish()

const fileSchema = z.object({
  _id: z.string(),
  _i: z.number().nullish(),
  _attachment_url: text,
  '_file.content_type': z.string(),
  '_file.content_length': z.number().nullish(),
  '_file.title': text,
  '_file.author': text,
  '_file.date': text,
  '_file.error': text,
  _highlight: z.object({ '_file.content': z.array(z.string()).optional() }).optional(),
})

/** The file of a line. */
export type FileLine = z.infer<typeof fileSchema> & { path: string }
export type FilesPage = { files: FileLine[]; total: number | undefined; cursor: string | undefined }

/** Whether these lines have files. */
export const hasFiles = ({ source }: OpenedLines): boolean =>
  attachmentField(source.fields) !== undefined && source.fields.some(({ key }) => key === '_file.content')

/** The lines that have a file, with extracts of its content. @throws the problems of the query */
export async function readFiles(ctx: Context, opened: OpenedLines, params: URLSearchParams): Promise<FilesPage> {
  const path = attachmentField(opened.source.fields)?.key ?? ''
  const query = apiQuery(params)
  const { _highlight, ...selected } = fileSchema.shape
  query.set('select', [path, ...Object.keys(selected)].join(','))
  query.delete('sort')
  query.set('highlight', '_file.content')
  // Matches prefixes, while the last word is being typed.
  query.set('q_mode', 'complete')
  query.set('_file.content_type_exists', 'true')
  query.set('size', String(limits.pages.fileResults))
  const after = params.get('after')
  if (after) query.set('after', after)
  const { lines, total, cursor } = await readQuery(ctx, opened, query)
  return { files: lines.map((line) => ({ ...fileSchema.parse(line), path: String(line[path]) })), total, cursor }
}
