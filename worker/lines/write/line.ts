/** What editable lines are made of. Pure types. */
import type { Scalar } from '../../schema/coerce'

/** JSON of a field of the type `object`. */
export type JsonObject = { readonly [key: string]: unknown }
export type LineValue = Scalar | readonly Scalar[] | JsonObject
/** Values by key; absent ones have no key. */
export type LineValues = Readonly<Record<string, LineValue>>

/**
 * Records without inherited keys, as `Object.create(null)` makes them, but of the engine's fast kind: those of the latter
 * are hash tables, and a bulk makes several per line.
 */
function NullRecord() {}
NullRecord.prototype = Object.freeze(Object.create(null))
/** Makes an empty record whose absent keys are undefined, whatever their names. */
export const newRecord = <Value>(): Record<string, Value> =>
  // Called with `new`, an empty function makes an object of its prototype.
  new (NullRecord as unknown as new () => Record<string, Value>)()

export type LineOwner = { owner?: string; ownerName?: string }
export type LineAuthor = { id: string; name: string }

/** A line as it is stored. */
export type StoredLine = LineOwner & {
  id: string
  /** Number of its last write: it changes with each, so it is the version of the line. */
  i: number
  updatedAt: string
  updatedBy?: string
  updatedByName?: string
  values: LineValues
}

export const actions = ['create', 'update', 'createOrUpdate', 'patch', 'delete'] as const
export type Action = (typeof actions)[number]

/** What is asked of one line, checked as far as it can be without the line that is stored. */
export type Operation = LineOwner & {
  /** Index of the action among those of the request, from 0. */
  at: number
  action: Action
  id: string
  /** The id was made for this line: nobody else can have it. */
  isNew: boolean
  /** Given keys; null unsets one (patches). */
  values: Readonly<Record<string, LineValue | null>>
  /** What the sender sees again: multi-valued fields as they were sent. */
  sent: Readonly<Record<string, unknown>>
  updatedAt?: string
  /** Of own lines, the path of the attachment as it was sent, where `values` has it within the folder of the owner. */
  sentPath?: string
  /** Faults that the dataset tolerates. */
  warning?: string
}

/** Why one line cannot be written: the text is that of contract editable-accounts F.2. */
export type LineFault = { at: number; status: 400 | 404 | 409; error: string }
