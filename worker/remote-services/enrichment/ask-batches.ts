import { limits } from '../../limits'
import { batchesOf } from './batches'
import { callAction } from './call'
import { decodeLines, encodeLines } from './lines'
import { type PendingRows, sendAll } from './pending-rows'
import type { BatchCall, RemoteContext, RowAnswer } from './types'

/** Asks an action that takes many lines at once. @throws what `callAction` throws */
export async function askBatches(ctx: RemoteContext, call: BatchCall, pending: PendingRows): Promise<void> {
  const { action, select, rows, attempts, read, onCall, onAnswers } = pending
  const bounds = { maxLines: call.maxLines, maxChars: limits.remoteServices.maxRequestChars }
  const batches = batchesOf(rows, bounds, ([, row]) => JSON.stringify(row).length)
  await sendAll(ctx, action.service.id, batches, async (batch) => {
    const lines = batch.map(([, row], at) => ({ ...row, [call.identifier.input]: String(at) }))
    const keyByIdentifier = new Map(batch.map(([key], at) => [String(at), key]))
    const request = { ...requestOf(call, select), body: encodeLines(lines, call) }
    const response = await callAction(ctx, { action, request, attempts, read: decodeLines }, onCall)
    await onAnswers(
      response.flatMap((line): [string, RowAnswer][] => {
        const key = keyByIdentifier.get(String(line[call.identifier.output]))
        return key === undefined ? [] : [[key, read(line)]]
      }),
    )
  })
}

function requestOf({ method, url: address, isNdjson }: BatchCall, select: readonly string[]) {
  const url = new URL(address)
  if (select.length > 0) url.searchParams.set('select', select.join(','))
  const type = isNdjson ? 'application/x-ndjson' : 'application/json'
  const headers: Record<string, string> = { 'content-type': type, accept: type }
  return { method, url, headers }
}
