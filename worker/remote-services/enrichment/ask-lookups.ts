import { limits } from '../../limits'
import { type Asked, askAll } from './asked'
import { callAction } from './call'
import { lookupRequest, readLookup, unmatched } from './lookup'
import type { LookupCall, RemoteContext, RowAnswer } from './types'

/** Asks an action that takes one line, with a request for each. Answers are stored together. @throws what `callAction` throws */
export async function askLookups(ctx: RemoteContext, call: LookupCall, asked: Asked): Promise<void> {
  const { action, select, rows, attempts, onCall, onAnswers } = asked
  const received: (readonly [string, RowAnswer])[] = []
  const read = (text: string): RowAnswer => {
    const found = readLookup(text, action, select)
    return found ? asked.read(found) : unmatched
  }
  try {
    await askAll(ctx, action.service.id, rows, async ([key, row]) => {
      const request = lookupRequest(call, row)
      const answer = request && (await callAction(ctx, { action, request, attempts, read, absent: unmatched }, onCall))
      received.push([key, answer ?? unmatched])
      if (received.length >= limits.remoteServices.lookupStored) await onAnswers(received.splice(0))
    })
  } finally {
    await onAnswers(received)
  }
}
