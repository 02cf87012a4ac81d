import type { Owner } from '../../accounts'
import type { Context } from '../../context'
import { problem } from '../../errors'
import type { Beginning } from '../create-editable'
import type { Metadata } from '../document'
import { checkConstrainable } from '../editable'
import type { Starting } from '../init-from'
import { newRun } from '../runs'
import { describeVirtual } from './describe'

/** Begins a virtual dataset: the queue then counts its lines. @throws `virtual-title-missing`, `constraint-on-virtual` and what `describeVirtual` throws */
export async function beginVirtual(
  ctx: Context,
  { id, owner, said, schema, filling }: Starting & { id: string; owner: Owner },
): Promise<Beginning> {
  if (!said.title) throw problem('virtual-title-missing')
  checkConstrainable('virtual', said.constraints)
  const metadata: Metadata = { ...said, title: said.title, virtual: said.virtual ?? { children: [] } }
  const { fields } = await describeVirtual(ctx, { id, owner, metadata }, schema)
  const run = newRun(ctx, {
    datasetId: id,
    target: 'published',
    ...(filling ? { stage: 'index', state: { filling } } : { stage: 'finalize' }),
  })
  return {
    nature: 'virtual',
    metadata,
    published: { status: filling ? 'created' : 'indexed', schema: fields },
    statements: [...run.statements],
    run: run.id,
  }
}
