import type { Context } from '../../context'
import { problem } from '../../errors'
import type { Owner } from '../../identity'
import type { Permission } from '../../permissions'
import { checkConstrainable } from '../editable/description'
import type { Metadata } from '../metadata/document'
import { newRun } from '../runs/runs'
import { approveChildren } from '../virtual/approve'
import { describeVirtual } from '../virtual/describe-virtual'
import type { CreationInput, InitialState } from './initial-state'

/**
 * Creates a virtual dataset. The queue then counts its lines.
 *
 * @throws `virtual-title-missing`, `constraint-on-virtual` and the codes of `approveChildren` and `describeVirtual`
 */
export async function beginVirtual(
  ctx: Context,
  {
    id,
    owner,
    permissions,
    description,
    schema,
    filling,
  }: CreationInput & { id: string; owner: Owner; permissions: Permission[] },
): Promise<InitialState> {
  if (!description.title) throw problem('virtual-title-missing')
  checkConstrainable('virtual', description.constraints)
  const metadata: Metadata = {
    ...description,
    title: description.title,
    virtual: description.virtual ?? { children: [] },
  }
  const described = { id, owner, permissions, metadata, links: [], approvals: {} }
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
