/** Types of editable lines. */
import type { Scalar } from '../../schema/coerce'
import type { WriteAction } from './action-names'

/** JSON of a field of the type `object`. */
export type JsonObject = { readonly [key: string]: unknown }
export type LineValue = Scalar | readonly Scalar[] | JsonObject
/** Values by key; absent ones have no key. */
export type LineValues = Readonly<Record<string, LineValue>>

/**
 * Records without inherited keys, like those of `Object.create(null)`, but with fast properties: V8 makes the latter
 * hash tables, and a bulk creates several records per line.
 */
function NullRecord() {}
NullRecord.prototype = Object.freeze(Object.create(null))
/** An empty record without inherited keys. */
export const newRecord = <Value>(): Record<string, Value> =>
  // TypeScript does not type functions as constructors.
  new (NullRecord as unknown as new () => Record<string, Value>)()

type LineOwner = { owner?: string; ownerName?: string }
export type LineAuthor = { id: string; name: string }

/** A stored line. */
export type StoredLine = LineOwner & {
  id: string
  /** Number of its last write: it identifies the version of the line. */
  i: number
  /** The `_i` that it had when it was created, if it was modified since. */
  created?: number
  updatedAt: string
  updatedBy?: string
  updatedByName?: string
  values: LineValues
}

/** An operation on one line, validated as far as possible without the stored line. */
export type LineOperation = LineOwner & {
  /** Index of the action in the request, from 0. */
  at: number
  action: WriteAction
  id: string
  /** The id was generated for this line: no other line has it. */
  isNew: boolean
  /** The values that were sent; null removes a value (patches). */
  values: Readonly<Record<string, LineValue | null>>
  /** The values for the response: multi-valued fields in the format that was sent. */
  sent: Readonly<Record<string, unknown>>
  updatedAt?: string
  /** The former `_i:created` of a line that is created again, which keeps its place in the order of creation. */
  created?: number
  /** The `_updatedAt` that the stored line must have. */
  ifUpdatedAt?: string
  /** For own lines, the path of the attachment that was sent; `values` has the path in the folder of the owner. */
  sentPath?: string
  /** Validation errors that the dataset tolerates. */
  warning?: string
}

/** Why one line cannot be written: the message is in French. */
export type LineFault = { at: number; status: 400 | 404 | 409; error: string }
