/** `primaryKeyId`: the `_id` computed from the values of a line. Pure. */
import { createHash } from 'node:crypto'

export type KeyMode = 'sha256' | 'base64'

/** Missing values are the text `undefined`, since clients compute the same id. */
export function primaryKeyId(
  values: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  mode: KeyMode,
): string {
  const text = JSON.stringify(keys.map((key) => String(values[key])))
  if (mode === 'sha256') return createHash('sha256').update(text).digest('hex')
  return Buffer.from(text.slice(2, -2)).toString('hex')
}
