import type { Field } from '../../schema/field'
import type { TablePointer } from '../storage/layout'
import type { Predicate } from './predicate'

/** What can be queried: a table of lines and the schema that names its values. */
export type LineSource = {
  pointer: TablePointer
  /** The schema, calculated fields included. */
  fields: readonly Field[]
  /** What stands before and after the path of an attachment in its address. */
  attachmentAddress?: { before: string; after: string }
  /** The same of the hexadecimal address of a picture, in the address of its thumbnail. */
  thumbnailAddress?: { before: string; after: string; attachments?: string }
  /**
   * Order when none is asked: line number, most recently written first, or where lines are of several tables, line number
   * then chance (contract lines §1.3).
   */
  defaultOrder: 'file' | 'recent' | 'union'
  /**
   * Conditions that every line meets, whatever a request asks for: the planner adds them to each plan. Of a union, each
   * table has its own.
   */
  where?: readonly Predicate[]
  /**
   * The lines are those of other tables, each with the schema of the whole; `pointer` then names no table, only columns
   * (`unite`).
   */
  parts?: readonly LineSource[]
}
