import type { TablePointer } from '../../../lines/storage'
import { compileWriteSchema, type WriteSchema } from '../../../lines/write/write-schema'
import type { Dataset } from '../../metadata/dataset'

const compiled = new WeakMap<object, WriteSchema>()

/**
 * The write schema of the current table. While lines are copied to a table of another schema, this is still the
 * earlier schema.
 */
export function writeSchemaOf(dataset: Dataset, pointer: TablePointer): WriteSchema {
  const cached = compiled.get(dataset)
  if (cached) return cached
  const { schema, servedSchema, revision } = dataset.published
  const writeSchema = compileWriteSchema(dataset.metadata, {
    schema: servedSchema ?? schema,
    pointer,
    revision: revision ?? 0,
  })
  compiled.set(dataset, writeSchema)
  return writeSchema
}
