import { createHash } from 'node:crypto'
import type { Context } from '../../context'
import { openWritableTable, writeActions } from '../../datasets/lines-api'
import { problem, untranslated } from '../../errors'
import { limits } from '../../limits'
import { actorOfRuns } from '../actor'
import type { Collector } from '../load'
import type { DeviceConfig } from './device-config'
import { linesOfMessage } from './lines-of-message'
import type { DeviceLine, DeviceMessage } from './presets'

/** A message; `fallbackId` is the id of its line if the message has none. */
export type ReceivedMessage = DeviceMessage & { fallbackId?: string | undefined }

type StoredMessages = {
  /** Lines written, also those that were there already. */
  stored: number
  refused: number
  /** Why the first was refused. */
  reason: string | undefined
}

/**
 * Writes the lines of messages to the dataset of a collector, in one write, with the rights of its account. Values without a
 * column are left out.
 *
 * @throws `collector-dataset-missing`, the codes of `openWritableTable`, `message-not-stored` when the write has failed
 */
export async function storeMessages(
  ctx: Context,
  { collector, config, messages }: { collector: Collector; config: DeviceConfig; messages: readonly ReceivedMessage[] },
): Promise<StoredMessages> {
  const dataset = config.dataset?.id
  if (!dataset) throw problem('collector-dataset-missing')
  const acting: Context = { ...ctx, identity: { actor: actorOfRuns(collector) } }
  const table = await openWritableTable(acting, dataset, 'bulkLines', true)
  const { fields, primaryKey } = table.writeSchema
  const types = new Map(fields.map(({ key, type }) => [key, type]))
  const { maxLines } = limits.devices
  const unread = { refused: 0, reason: undefined as string | undefined }
  const refuse = (count: number, reason: string) => {
    unread.refused += count
    unread.reason ??= reason
  }
  const lines = messages.flatMap((message) => {
    const read = readMessage(config, message)
    if (read instanceof Error) {
      refuse(1, read.message)
      return []
    }
    if (read.length > maxLines) refuse(read.length - maxLines, `a message has at most ${maxLines} lines`)
    return read.slice(0, maxLines).map(({ id, values }, at) => {
      const named = id ?? (message.fallbackId === undefined ? undefined : `${message.fallbackId}/${at}`)
      const known = Object.entries(values).filter(([key]) => types.has(key))
      const cells = Object.fromEntries(known.map(([key, value]) => [key, fitted(value, types.get(key))]))
      // Lines with a primary key have the id that follows from it.
      return named === undefined || primaryKey.length > 0 ? cells : { _id: lineId(collector.id, named), ...cells }
    })
  })
  if (lines.length === 0) return { stored: 0, ...unread }
  const bytes = new Blob([lines.map((line) => JSON.stringify(line)).join('\n')]).stream()
  const source = { bytes, format: 'ndjson' as const, maxBytes: ctx.config.MAX_FILE_BYTES }
  for await (const { summary, isLast } of writeActions(acting, { table, operation: 'bulkLines', source })) {
    if (!isLast) continue
    const { nbOk, nbErrors, errors } = summary
    const failed = errors.find(({ line }) => line < 0)
    // The request itself has failed: the sender, or the broker, sends the messages again.
    if (failed) throw problem('message-not-stored', { reason: untranslated(failed.error) })
    return { stored: nbOk, refused: nbErrors + unread.refused, reason: errors[0]?.error ?? unread.reason }
  }
  throw new Error('a bulk ended without summary')
}

/** A message that a preset cannot read must not hold back the messages behind it, which its broker would send again with it. */
function readMessage(config: DeviceConfig, message: ReceivedMessage): DeviceLine[] | Error {
  try {
    return linesOfMessage(config, message)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The id of the line of a message. The collector is part of it: two collectors of one dataset do not overwrite each other's lines. */
const lineId = (collector: string, id: string): string =>
  createHash('sha256').update(`${collector}/${id}`).digest('hex').slice(0, limits.lines.generatedIdChars)

/** Networks send numbers as texts, and columns of texts receive numbers: the type is that of the column. */
function fitted(value: unknown, type: string | undefined): unknown {
  if (type === 'string') return String(value)
  const isNumber = (type === 'number' || type === 'integer') && typeof value === 'string' && value.trim() !== ''
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : value
}
