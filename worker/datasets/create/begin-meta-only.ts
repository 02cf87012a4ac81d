import type { Context } from '../../context'
import { problem } from '../../errors'
import { checkConstrainable } from '../editable/description'
import { newRun } from '../runs/runs'
import type { CreationInput, InitialState } from './initial-state'

/**
 * Creates a metadata-only dataset. Only the attachments copied from another dataset are processed, and no status is
 * shown.
 *
 * @throws `meta-only-title-missing`, `constraint-on-meta-only`
 */
export function beginMetaOnly(
  ctx: Context,
  { id, description, schema, filling }: CreationInput & { id: string },
): InitialState {
  if (!description.title) throw problem('meta-only-title-missing')
  if (schema.length > 0)
    throw problem('body-invalid', {
      reason: { en: 'a dataset without data has no schema', fr: "un jeu de données sans données n'a pas de schéma" },
    })
  checkConstrainable('metaOnly', description.constraints)
  const run = filling && newRun(ctx, { datasetId: id, target: 'published', stage: 'index', state: { filling } })
  return {
    nature: 'metaOnly',
    metadata: { ...description, title: description.title },
    published: { status: 'finalized', schema: [] },
    statements: run ? [...run.statements] : [],
    ...(run ? { run: run.id } : {}),
  }
}
