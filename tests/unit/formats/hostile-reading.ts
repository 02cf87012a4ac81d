/** Reading hostile files: everything that a reader yields, and its problem. */
import { expect } from 'vitest'
import { cpuMs } from '../../support/cpu-time'

/** Allows for a busy machine: a hang takes minutes. */
const patienceMs = 4_000

export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** The result of a reading, or the code of its problem, within the time that a reading may take. */
export async function codeOr<Read>(read: () => Promise<Read>): Promise<Read | string> {
  const started = cpuMs()
  try {
    return await read()
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : `not a problem: ${error}`
  } finally {
    expect(cpuMs() - started).toBeLessThan(patienceMs)
  }
}
