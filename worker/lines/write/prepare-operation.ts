/** `prepareOperation`: parses, validates and identifies one action. Pure. */

import { problem } from '../../errors'
import { folderOfOwner, pathWithin } from '../../files/attachment-path'
import { limits } from '../../limits'
import { attachmentAddress } from '../../schema/attachment-fields'
import { ruleSentence } from '../../schema/line-error-texts'
import { ownValue } from '../../schema/own-value'
import { actionOf, type WriteAction } from './action-names'
import { type LineFault, type LineOperation, type LineValue, newRecord } from './line'
import { refusalSentence, refusalText } from './line-validator'
import type { WriteSchema } from './write-schema'

type ActionRequest = {
  at: number
  body: Readonly<Record<string, unknown>>
  /** Takes precedence over `_action` of the body. */
  action?: WriteAction
  /** The `_id` of the URL: it takes precedence over `_id` of the body. */
  id?: string | undefined
  /** The owner of the lines, whatever the body contains. */
  owner?: { owner: string; ownerName: string } | undefined
  /** The client may set `_updatedAt`. */
  mayDate?: boolean
  /** The response contains the values that were sent. */
  echo?: boolean
  newId: () => string
}

/** Keys of a body that are not values. */
export const control: ReadonlySet<string> = new Set(['_id', '_action', '_ifUpdatedAt', '_created'])

/** @throws Problem 400 for what stops a whole request: an unknown action, an id that cannot be determined */
export function prepareOperation(writeSchema: WriteSchema, request: ActionRequest): LineOperation | LineFault {
  const { at, body } = request
  const action = request.action ?? actionOf(body._action)
  const fault = (error: string, status: LineFault['status'] = 400): LineFault => ({ at, status, error })
  const parsed = readValues(writeSchema, request)
  const { values, owner, ownerName } = parsed
  if (body._id !== undefined && typeof body._id !== 'string' && request.id === undefined) {
    return fault(refusalSentence({ where: '/_id', text: ruleSentence('type', { type: 'string' }), value: body._id }))
  }
  const dated = request.mayDate ? body._updatedAt : undefined
  if (dated !== undefined && instantOf(dated) === undefined) {
    const text = ruleSentence('format', { format: 'date-time' })
    return fault(refusalSentence({ where: '/_updatedAt', text, value: dated }))
  }
  const updatedAt = instantOf(dated)
  // Checked above.
  const chosen = request.id ?? (body._id as string | undefined)
  const isFullLine = action !== 'patch' && action !== 'delete'
  let warning: string | undefined
  if (isFullLine) {
    const refused = refusalText(writeSchema.refusals(parsed.checked))
    if (refused && !writeSchema.lenient) return fault(refused)
    if (refused) warning = refused
  } else if (action === 'patch' && parsed.unknown.length > 0) {
    return fault(
      refusalText(parsed.unknown.map((key) => ({ where: '', text: ruleSentence('additional', { column: key }) }))),
    )
  }
  const { id, isNew } = identify(writeSchema, { action, chosen, values: parsed.checked, newId: request.newId })
  if (id.length > limits.lines.maxIdChars || id === '') {
    const text = ruleSentence('idLength', { count: limits.lines.maxIdChars })
    return fault(refusalSentence({ where: '/_id', text, value: id }))
  }
  if (isFullLine && !isNew && writeSchema.primaryKey.length > 0 && id !== writeSchema.keyId(parsed.checked))
    return fault(ruleSentence('primaryKey'))
  return {
    at,
    action,
    id,
    isNew,
    values,
    sent: parsed.sent,
    ...(owner === undefined ? {} : { owner }),
    ...(ownerName === undefined ? {} : { ownerName }),
    ...request.owner,
    ...(parsed.sentPath === undefined ? {} : { sentPath: parsed.sentPath }),
    ...(typeof body._ifUpdatedAt === 'string' ? { ifUpdatedAt: body._ifUpdatedAt } : {}),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(isCreation(body._created) ? { created: body._created } : {}),
    ...(warning === undefined ? {} : { warning }),
  }
}

/** Whether a value can be the `_i` of a creation. */
const isCreation = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** An ISO date-time in UTC with milliseconds, as all dates of lines: they are compared as texts. */
function instantOf(value: unknown): string | undefined {
  const isWritten = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)
  const instant = new Date(isWritten ? value : Number.NaN)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}

export const isFault = (one: LineOperation | LineFault): one is LineFault => 'error' in one

type ParsedValues = {
  values: Record<string, LineValue | null>
  /** The values to validate. */
  checked: Record<string, unknown>
  /** The values for the response. */
  sent: Record<string, unknown>
  /** Keys that no field has. */
  unknown: string[]
  owner?: string
  ownerName?: string
  sentPath?: string
}

function readValues(writeSchema: WriteSchema, { body, mayDate, echo, owner }: ActionRequest): ParsedValues {
  const values = newRecord<LineValue | null>()
  // The same as `values`, except for removed and unknown values and those of owners.
  let checked: Record<string, unknown> = values
  const apart = () => {
    if (checked === values) checked = Object.assign(newRecord(), values)
    return checked
  }
  const parsed: Omit<ParsedValues, 'checked'> = { values, sent: newRecord(), unknown: [] }
  // The primary key may include the owner: it is that of the URL, not of the body.
  if (owner) Object.assign(apart(), { _owner: owner.owner, _ownerName: owner.ownerName })
  for (const key of Object.keys(body)) {
    if (control.has(key) || (key === '_updatedAt' && mayDate)) continue
    const reader = writeSchema.readers.get(key)
    const raw = ownValue(body, key)
    if (!reader) {
      parsed.unknown.push(key)
      apart()[key] = raw
      continue
    }
    const value = reader(raw)
    // The response has the stored owner, which the URL may determine instead of the body.
    if (key === '_owner' || key === '_ownerName') {
      if (owner) continue
      if (value !== undefined) apart()[key] = value
      if (typeof value === 'string') parsed[key === '_owner' ? 'owner' : 'ownerName'] = value
      continue
    }
    if (value === undefined) {
      apart()
      // null and the empty text mean no value: a patch removes it.
      values[key] = null
      continue
    }
    if (owner && key === writeSchema.attachment && attachmentAddress(value) !== undefined) {
      // Paths of own lines are in the folder of their owner: an owner cannot refer to the files of another.
      const path = String(value)
      checked[key] = values[key] = pathWithin(folderOfOwner(owner.owner), path)
      if (values[key] !== path) parsed.sentPath = path
      continue
    }
    if (checked !== values) checked[key] = value
    // The value is validated before it is stored; a lenient dataset stores invalid values unchanged.
    values[key] = value as LineValue
    if (echo) parsed.sent[key] = Array.isArray(value) ? raw : value
  }
  return { ...parsed, checked }
}

function identify(
  writeSchema: WriteSchema,
  {
    action,
    chosen,
    values,
    newId,
  }: {
    action: WriteAction
    chosen: string | undefined
    values: Readonly<Record<string, unknown>>
    newId: () => string
  },
): { id: string; isNew: boolean } {
  if (chosen !== undefined) return { id: chosen, isNew: false }
  const { primaryKey } = writeSchema
  const isComplete = primaryKey.every((key) => values[key] !== undefined)
  const creates = action === 'create' || action === 'createOrUpdate'
  if (primaryKey.length > 0 && (creates || isComplete)) return { id: writeSchema.keyId(values), isNew: false }
  if (!creates) throw problem('line-id-missing')
  return { id: newId(), isNew: true }
}
