import { limits } from '../../limits'
import { answerKey, cacheAnswers, readCachedAnswers } from './answers'
import { batchesOf } from './batches'
import { callAction } from './call'
import { encodeLines } from './lines'
import { answerReader } from './read-answer'
import { takeSlot } from './slots'
import type { ActionInput, ExtendRows, RowAnswer } from './types'

const { callsAtOnce, maxAttempts, maxRequestChars } = limits.remoteServices

/** See `ExtendRows`. */
export const extendRows: ExtendRows = async (ctx, { action, select, rows, isUrgent = false }) => {
  const { service, call, input } = action
  const sent = rows.map((row) => sentRow(row, input))
  const keys = await Promise.all(sent.map((row) => row && answerKey(action, select, row)))
  const rowsByKey = new Map(sent.flatMap((row, at) => (row && keys[at] ? [[keys[at], row] as const] : [])))
  const answers = await readCachedAnswers(ctx, service.id, [...rowsByKey.keys()])
  const missing = [...rowsByKey].filter(([key]) => !answers.has(key))
  const bounds = { maxLines: call.maxLines, maxChars: maxRequestChars }
  const batches = batchesOf(missing, bounds, ([, row]) => JSON.stringify(row).length)
  const read = answerReader(action, select)
  const attempts = isUrgent ? 1 : maxAttempts
  let calls = 0

  const ask = async (batch: typeof missing) => {
    const lines = batch.map(([, row], at) => ({ ...row, [call.identifier.input]: String(at) }))
    const keyByIdentifier = new Map(batch.map(([key], at) => [String(at), key]))
    const release = await takeSlot(service.id, ctx.now)
    try {
      const body = encodeLines(lines, call)
      const response = await callAction(ctx, { action, select, body, attempts }, () => calls++)
      const received = response.flatMap((line): [string, RowAnswer][] => {
        const key = keyByIdentifier.get(String(line[call.identifier.output]))
        return key === undefined ? [] : [[key, read(line)]]
      })
      for (const [key, answer] of received) answers.set(key, answer)
      await cacheAnswers(ctx, service.id, received)
    } finally {
      release()
    }
  }

  const left = batches.values()
  const failures: unknown[] = []
  const askAll = async () => {
    for (const batch of left) {
      // What the others have under way is received and remembered.
      if (failures.length > 0) return
      await ask(batch).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(callsAtOnce, batches.length) }, askAll))
  if (failures.length > 0) throw failures[0]
  return {
    results: keys.map((key) => (key && answers.get(key)) || { values: {} }),
    calls,
    saved: sent.filter(Boolean).length - missing.length,
  }
}

/** The values of a row that are sent; undefined without any, or without a required one. */
function sentRow(
  row: Record<string, unknown>,
  input: readonly Pick<ActionInput, 'name' | 'required'>[],
): Record<string, unknown> | undefined {
  const hasValue = (name: string) => row[name] !== undefined && row[name] !== null && row[name] !== ''
  const names = input.filter(({ name }) => hasValue(name)).map(({ name }) => name)
  if (names.length === 0 || input.some(({ name, required }) => required && !hasValue(name))) return undefined
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}
