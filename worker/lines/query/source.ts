import type { Field } from '../../schema/field'
import type { TablePointer } from '../storage/layout'
import type { Predicate } from './predicate'

/** What can be queried: a table of lines and the schema that names its values. */
export type LineSource = {
  pointer: TablePointer
  /** The schema, calculated fields included. */
  fields: readonly Field[]
  /** The parts of the address of an attachment before and after its path. */
  attachmentAddress?: { before: string; after: string }
  /** The same of the hexadecimal address of a picture, in the address of its thumbnail. */
  thumbnailAddress?: { before: string; after: string; attachments?: string }
  /**
   * Default order: line number; most recently written first; or, over the tables of several datasets, line number
   * then `_rand`.
   */
  defaultOrder: 'file' | 'recent' | 'union'
  /**
   * Conditions that the planner adds to each plan, whatever the request. In a union, each
   * part has its own.
   */
  where?: readonly Predicate[]
  /** The time of the request, for date math such as `now-1d`; without it, no filter refers to the present. */
  now?: Date
  /** Number of its first line, of a segment. */
  from?: number
  /**
   * The parts of a union, each with the schema of the union; `pointer` then has columns, and no table
   * (`unite`). The parts of a table that is in several databases are its segments, in order (`spread`).
   */
  parts?: readonly LineSource[]
}

/** Whether a source has all lines of one dataset. */
export const isWhole = ({ defaultOrder, where, parts = [] }: LineSource): boolean =>
  defaultOrder !== 'union' && !where && parts.every((part) => !part.where)
