import { problem } from '../errors'
import type { Field } from '../schema/field'
import type { Beginning, Said } from './create-editable'
import { checkConstrainable } from './editable'

/**
 * Begins a dataset that is a description alone (contract datasets §1.2): nothing is processed, and no status is shown.
 *
 * @throws `meta-only-title-missing`, `constraint-on-meta-only`
 */
export function beginMetaOnly(said: Said, schema: readonly Field[]): Beginning {
  if (!said.title) throw problem('meta-only-title-missing')
  if (schema.length > 0) throw problem('body-invalid', { reason: 'a dataset without data has no schema' })
  checkConstrainable('metaOnly', said.constraints)
  return {
    nature: 'metaOnly',
    metadata: { ...said, title: said.title },
    published: { status: 'finalized', schema: [] },
    statements: [],
  }
}
