import { limits } from '../../limits'
import { callAction } from './call'
import { lookupRequest, readLookup, unmatched } from './lookup'
import { type PendingRows, sendAll } from './pending-rows'
import type { LookupCall, RemoteContext, RowAnswer } from './types'

/** Asks an action that takes one line, with a request for each. Answers are stored together. @throws what `callAction` throws */
export async function askLookups(ctx: RemoteContext, call: LookupCall, pending: PendingRows): Promise<void> {
  const { action, select, rows, attempts, onCall, onAnswers } = pending
  const received: (readonly [string, RowAnswer])[] = []
  const read = (text: string): RowAnswer => {
    const found = readLookup(text, action, select)
    return found ? pending.read(found) : unmatched
  }
  try {
    await sendAll(ctx, action.service.id, rows, async ([key, row]) => {
      const request = lookupRequest(call, row)
      const answer = request && (await callAction(ctx, { action, request, attempts, read, absent: unmatched }, onCall))
      received.push([key, answer ?? unmatched])
      if (received.length >= limits.remoteServices.lookupStored) await onAnswers(received.splice(0))
    })
  } finally {
    await onAnswers(received)
  }
}
