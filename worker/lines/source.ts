import type { Field } from '../schema/field'
import type { TablePointer } from './layout'

/** What can be queried: a table of lines and the schema that names its values. */
export type LineSource = {
  pointer: TablePointer
  /** The schema, calculated fields included. */
  fields: readonly Field[]
  /** Order when none is asked: line number, or most recently written first (contract lines §1.3). */
  defaultOrder: 'file' | 'recent'
}
