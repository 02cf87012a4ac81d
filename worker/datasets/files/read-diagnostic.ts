import type { Context } from '../../context'
import { problem } from '../../errors'
import { type Diagnosed, diagnosticKey } from '../../files/object-keys'
import { readObject } from '../../files/r2-objects'
import { loadDataset } from '../metadata/load'

const names: Record<Diagnosed, string> = {
  published: 'validation-diagnostic',
  draft: 'validation-diagnostic',
  cancelled: 'cancelled-draft-diagnostic',
}

/** The lines refused by the rules of a dataset, as CSV. @throws `diagnostic-missing` */
export async function readDiagnostic(
  ctx: Context,
  { id, version }: { id: string; version: Diagnosed },
): Promise<{ body: ReadableStream<Uint8Array>; name: string }> {
  const { slug } = await loadDataset(ctx, id, 'readJournal')
  const body = await readObject(ctx.files, diagnosticKey(id, version))
  if (!body) throw problem('diagnostic-missing')
  return { body, name: `${slug}-${names[version]}.csv` }
}
