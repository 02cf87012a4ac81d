import type { Context } from '../../worker/context'
import { problem } from '../../worker/errors'
import { kindOf } from '../../worker/files/kinds'
import { limits } from '../../worker/limits'
import { detectDialect } from '../readers/dialect'
import { detectEncoding, TextReader } from '../readers/encoding'
import type { RunState, Source } from './state'

/** Decides on the first bytes of a file how it is written (contract datasets §5.1). @throws `file-lost`, `file-no-column` */
export async function inspectFile(
  ctx: Context,
  state: RunState,
  original: { name: string; explicitEncoding?: string | undefined },
): Promise<Source> {
  const { object, size } = state
  const kind = kindOf(original.name)?.kind
  if (!object || size === undefined || !kind) throw problem('file-lost')
  if (size === 0) throw problem('file-no-column')
  const stored = await ctx.files.get(object, { range: { offset: 0, length: limits.files.sampleBytes } })
  if (!stored) throw problem('file-lost')
  const sample = new Uint8Array(await stored.arrayBuffer())
  const complete = sample.length >= size
  const encoding = original.explicitEncoding ?? detectEncoding(sample, complete)
  const source: Source = { object, size, kind, encoding }
  if (kind !== 'csv') return source
  return { ...source, dialect: detectDialect(new TextReader(encoding).decode(sample, complete), complete) }
}
