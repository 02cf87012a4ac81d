import type { Context } from '../context'
import { problem } from '../errors'
import { diagnosticKey } from '../files/keys'
import { readObject } from '../files/store'
import { loadDataset } from './load'

/** The lines that the rules of a dataset refused, as CSV (contract editable-accounts F.5). @throws `diagnostic-missing` */
export async function readDiagnostic(
  ctx: Context,
  { id, draft }: { id: string; draft: boolean },
): Promise<ReadableStream<Uint8Array>> {
  await loadDataset(ctx, id, 'readJournal')
  const found = await readObject(ctx.files, diagnosticKey(id, draft ? 'draft' : 'published'))
  if (!found) throw problem('diagnostic-missing')
  return found
}
