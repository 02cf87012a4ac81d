import type { Context } from '../context'
import { problem } from '../errors'
import type { AnalyzedFile, StoredFile } from './document'
import { loadDataset } from './load'
import { versionOf } from './present'

/** A file of a dataset, ready to be sent: `read` gives its bytes from an offset, for a length. */
export type DataFile = {
  file: StoredFile
  read: (range?: { offset: number; length: number }) => Promise<ReadableStream<Uint8Array>>
}

/** The file as it was uploaded, byte for byte (contract datasets §1.10). @throws `file-not-found` */
export async function readOriginalFile(ctx: Context, id: string, draft: boolean): Promise<DataFile> {
  const dataset = await loadDataset(ctx, id, 'downloadOriginalData')
  const { originalFile: file, file: analyzed } = versionOf(dataset, draft)
  if (!file) throw problem('file-not-found')
  return {
    file: { ...file, ...withEncoding(analyzed) },
    read: async (range) => {
      const object = await ctx.files.get(file.object, range ? { range } : {})
      if (!object) throw problem('file-not-found')
      return object.body
    },
  }
}

/** The encoding that the analysis found, where it has been done. */
export function withEncoding(analyzed: AnalyzedFile | undefined): { encoding?: string } {
  return analyzed?.encoding ? { encoding: analyzed.encoding } : {}
}

/** The files one can download (contract datasets §1.10). */
export async function listDataFiles(ctx: Context, id: string, draft: boolean): Promise<Record<string, unknown>[]> {
  const dataset = await loadDataset(ctx, id, 'listDataFiles')
  const file = versionOf(dataset, draft).originalFile
  if (!file) return []
  const french = ctx.language === 'fr'
  const suffix = draft && dataset.draft ? (french ? ' - brouillon' : ' - draft') : ''
  const query = suffix ? '?draft=true' : ''
  return [
    {
      key: 'original',
      name: file.name,
      title: (french ? "Fichier d'origine" : 'Original file') + suffix,
      mimetype: file.mimetype,
      size: file.size,
      updatedAt: file.updatedAt,
      url: `${ctx.baseUrl}/api/v1/datasets/${id}/data-files/${encodeURIComponent(file.name)}${query}`,
    },
  ]
}
