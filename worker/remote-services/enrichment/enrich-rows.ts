import { limits } from '../../limits'
import { answerKey, cacheAnswers, readCachedAnswers } from './answers'
import { askBatches } from './ask-batches'
import { askLookups } from './ask-lookups'
import { answerReader } from './read-answer'
import type { ActionInput, EnrichRows } from './types'

/** See `EnrichRows`. */
export const enrichRows: EnrichRows = async (ctx, { action, select, rows, isUrgent = false }) => {
  const { service, call, input } = action
  const sent = rows.map((row) => sentRow(row, input))
  const keys = await Promise.all(sent.map((row) => row && answerKey(action, select, row)))
  const rowsByKey = new Map(sent.flatMap((row, at) => (row && keys[at] ? [[keys[at], row] as const] : [])))
  const answers = await readCachedAnswers(ctx, service.id, [...rowsByKey.keys()])
  const missing = [...rowsByKey].filter(([key]) => !answers.has(key))
  let calls = 0
  const pending = {
    action,
    select,
    rows: missing,
    attempts: isUrgent ? 1 : limits.remoteServices.maxAttempts,
    read: answerReader(action, select),
    onCall: () => calls++,
    onAnswers: async (received: Parameters<typeof cacheAnswers>[2]) => {
      for (const [key, answer] of received) answers.set(key, answer)
      await cacheAnswers(ctx, service.id, received)
    },
  }
  await (call.method === 'GET' ? askLookups(ctx, call, pending) : askBatches(ctx, call, pending))
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
