import type { Context } from '../../context'
import { problem } from '../../errors'
import { type LineValue, newRecord, valueReader } from '../../lines/write'
import { ownValue } from '../../schema/own-value'
import { loadDataset } from '../metadata/load'
import { failureText, lineExtender } from './extend-lines'
import { ownFields } from './fields'
import { resolveExtensions } from './resolve'

/**
 * A line with the values of the extensions of a dataset. Nothing is stored.
 *
 * @param input.arrays multi-valued fields are arrays; otherwise texts
 * @throws `extension-none`, `line-invalid` when the line cannot be extended
 */
export async function simulateExtension(
  ctx: Context,
  input: { id: string; line: Readonly<Record<string, unknown>>; arrays: boolean },
): Promise<Record<string, unknown>> {
  const { owner, metadata, published } = await loadDataset(ctx, input.id, 'simulateExtension')
  const fields = ownFields(published.schema)
  const { extensions } = metadata
  const stored = { extensions, schema: published.schema }
  const resolved = await resolveExtensions(ctx, { owner, extensions, stored, isUrgent: true })
  const extend = lineExtender(resolved, fields)
  if (!extend) throw problem('extension-none')
  const values = newRecord<LineValue>()
  for (const field of fields) {
    const value = valueReader(field)(ownValue(input.line, field.key))
    // Expressions take any JSON value.
    if (value !== undefined) values[field.key] = value as LineValue
  }
  const [extended] = await extend([values])
  if (extended?.failure) throw problem('line-invalid', { message: failureText(extended.failure, 1) })
  const separators = new Map(published.schema.flatMap(({ key, separator }) => (separator ? [[key, separator]] : [])))
  const line = Object.entries({ ...input.line, ...extended?.values })
  return Object.fromEntries(
    line.map(([key, value]) => [key, Array.isArray(value) && !input.arrays ? value.join(separators.get(key)) : value]),
  )
}
