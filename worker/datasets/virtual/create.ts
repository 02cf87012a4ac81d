import type { Owner, Permission } from '../../accounts'
import type { Context } from '../../context'
import { problem } from '../../errors'
import type { Beginning } from '../create-editable'
import type { Metadata } from '../document'
import { checkConstrainable } from '../editable'
import type { Starting } from '../init-from'
import { newRun } from '../runs'
import { approveChildren } from './approve'
import { describeVirtual } from './describe'

/**
 * Begins a virtual dataset: the queue then counts its lines.
 *
 * @throws `virtual-title-missing`, `constraint-on-virtual` and what `approveChildren` and `describeVirtual` throw
 */
export async function beginVirtual(
  ctx: Context,
  { id, owner, permissions, said, schema, filling }: Starting & { id: string; owner: Owner; permissions: Permission[] },
): Promise<Beginning> {
  if (!said.title) throw problem('virtual-title-missing')
  checkConstrainable('virtual', said.constraints)
  const metadata: Metadata = { ...said, title: said.title, virtual: said.virtual ?? { children: [] } }
  const described = { id, owner, permissions, metadata, approvals: {} }
  const approvals = await approveChildren(ctx, described, schema)
  const { fields } = await describeVirtual(ctx, { ...described, approvals }, schema)
  const run = newRun(ctx, {
    datasetId: id,
    target: 'published',
    ...(filling ? { stage: 'index', state: { filling } } : { stage: 'finalize' }),
  })
  return {
    nature: 'virtual',
    metadata,
    approvals,
    published: { status: filling ? 'created' : 'indexed', schema: fields },
    statements: [...run.statements],
    run: run.id,
  }
}
