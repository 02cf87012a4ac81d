/** The enrichment of lines by the actions of remote services. */
import type { Context } from '../../context'
import type { Owner } from '../../identity'
import type { Field } from '../../schema/field'
import type { Constant } from '../description/parameters'
import type { EncryptedKey } from '../document'

/** The part of a context that enrichment uses. */
export type RemoteContext = Pick<Context, 'db' | 'config' | 'baseUrl' | 'now' | 'log'>

/** A value that an action takes. */
export type ActionInput = {
  /** Its key in the lines that are sent. */
  name: string
  /** Identifier of a concept, as the service describes it. */
  concept: string
  /** Lines without a value for it are not sent. */
  required: boolean
  title?: string
  description?: string
}

/** A value that an action returns: the properties of the column that holds it. */
export type ActionOutput = {
  /** Its key in the lines that are returned. */
  name: string
  type: 'string' | 'integer' | 'number' | 'boolean'
  format?: Field['format']
  concept?: string
  title?: string
  description?: string
  /** Separates the values of an array in one text: the service describes an array of scalars. */
  separator?: string
  'x-labels'?: Record<string, string>
  'x-capabilities'?: Field['x-capabilities']
}

/** An action that enriches lines, open to an account. Only `readAction` makes one: to hold it is the permission to use it. */
export type EnrichmentAction = {
  service: { id: string; title: string }
  id: string
  summary: string
  /** Without the identifier of lines, which `enrichRows` adds. */
  input: ActionInput[]
  /** Without the identifier of lines and the error, and without objects, which are not columns. */
  output: ActionOutput[]
  /** Key of the error of a line: `_error` if the service describes that, else `error`. */
  errorKey: 'error' | '_error'
  /** How `enrichRows` calls it. */
  call: BatchCall | LookupCall
}

/** A request with many lines. */
export type BatchCall = {
  method: 'POST' | 'PUT' | 'PATCH'
  url: string
  key: EncryptedKey | undefined
  /** Whether lines are sent and returned as NDJSON; else as a JSON array. */
  isNdjson: boolean
  /** Names of the input and of the output that identify a line within a batch. */
  identifier: { input: string; output: string }
  /** Largest number of lines in one request. */
  maxLines: number
}

/** A request with one line, whose values are in the address. */
export type LookupCall = {
  method: 'GET'
  /** With the names of path parameters between braces. */
  url: string
  key: EncryptedKey | undefined
  /** Where each input is sent. */
  places: { name: string; in: 'query' | 'path' }[]
  /** Values that are sent with every line. */
  constants: Constant[]
}

/** What a service returns for one line. */
export type RowAnswer = {
  /** Values by the names of selected outputs, converted to their declared types; outputs without a value are absent. */
  values: Record<string, string | number | boolean>
  /** Why the line has no values, by the service, or because a value is not of its declared type. */
  error?: string
}

export type Extended = {
  /** One for each row, in order. A row without a value for any input, or without a required one, is `{ values: {} }`. */
  results: RowAnswer[]
  /** Requests sent to the service. */
  calls: number
  /** Rows answered without sending them: remembered results, and repetitions within the rows. */
  saved: number
}

/**
 * Reads an action for an account.
 *
 * @throws `remote-service-unknown` (400), `remote-action-unknown` (400, also for an action that does not
 *   enrich lines), `remote-service-restricted` (403: neither public nor open to the owner)
 */
export type ReadAction = (
  ctx: RemoteContext,
  input: { owner: Pick<Owner, 'type' | 'id'>; serviceId: string; actionId: string },
) => Promise<EnrichmentAction>

/**
 * Sends rows to a service, in batches or one by one, several at once, with retries. Results, with the errors of lines, are remembered for 10 days by
 * service, action, inputs and selection as each batch is received: a call that failed or was interrupted is repeated at
 * the cost of what is left. Send at most `limits.remoteServices.maxRows` rows in one call.
 *
 * @param input.select names of outputs; empty: all
 * @param input.rows values by the names of inputs
 * @param input.isUrgent a request waits for the result: each batch is sent once, without retries
 * @throws `remote-service-failed` (502): the service does not respond, or not in its described format; may succeed later
 */
export type EnrichRows = (
  ctx: RemoteContext,
  input: {
    action: EnrichmentAction
    select: readonly string[]
    rows: readonly Record<string, unknown>[]
    isUrgent?: boolean
  },
) => Promise<Extended>
