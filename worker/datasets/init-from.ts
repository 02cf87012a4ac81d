/** What a new editable dataset takes over from another (contract datasets §1.2, editable-accounts A.1). */
import { z } from '@hono/zod-openapi'
import { type Actor, can } from '../accounts'
import type { Context } from '../context'
import { Problem } from '../errors'
import type { Field } from '../schema/field'
import type { Said } from './create-editable'
import type { Metadata } from './document'
import { type Dataset, readDataset } from './load'

const parts = ['data', 'schema', 'description', 'metadataAttachments', 'primaryKey', 'extensions'] as const
export const initFromSchema = z.strictObject({ dataset: z.string(), parts: z.array(z.enum(parts)).default([]) })
export type InitFrom = z.infer<typeof initFromSchema>

/** What is left to do once the dataset is there. Refusals are told in its journal, as whatever goes wrong with its data. */
export type Filling = {
  dataset: string
  lines: boolean
  files: boolean
  refusal?: 'init-source-unknown' | 'init-source-refused'
}

/** Adds what another dataset says of itself to what was sent, which goes first; the rest is left to the queue. */
export async function takenOver(
  ctx: Context,
  { initFrom, actor, said, schema }: { initFrom: InitFrom; actor: Actor; said: Said; schema: readonly Field[] },
): Promise<{ said: Said; schema: readonly Field[]; filling: Filling }> {
  const takes = (part: (typeof parts)[number]) => initFrom.parts.includes(part)
  const filling = { dataset: initFrom.dataset, lines: takes('data'), files: takes('metadataAttachments') }
  const source = await readDataset(ctx, initFrom.dataset).catch(ifUnknown)
  if (!source) return { said, schema, filling: { ...filling, refusal: 'init-source-unknown' } }
  const operation = filling.lines ? 'readLines' : 'readDescription'
  if (!can(actor, operation, source)) return { said, schema, filling: { ...filling, refusal: 'init-source-refused' } }
  const { metadata } = source
  const taken: Partial<Metadata> = {
    ...(takes('description') ? pick(metadata, ['description', 'summary']) : {}),
    ...(takes('schema') ? pick(metadata, ['primaryKey', 'attachmentsAsImage', 'projection', 'conformsTo']) : {}),
    ...(takes('primaryKey') ? pick(metadata, ['primaryKey']) : {}),
    ...(filling.files ? pick(metadata, ['attachments']) : {}),
  }
  const fields = takes('schema') && schema.length === 0 ? fieldsOf(source) : schema
  return { said: { ...taken, ...said }, schema: fields, filling }
}

/** The fields of a dataset as those of another: what was observed, calculated or done to a file stays where it was. */
function fieldsOf({ published }: Dataset): Field[] {
  const inFile = new Map(published.file?.schema?.map((field) => [field.key, field]))
  return published.schema
    .filter((field) => !field['x-calculated'] && !field['x-extension'])
    .map(({ enum: _, 'x-cardinality': __, 'x-transform': ___, ...field }) => {
      const { dateFormat, dateTimeFormat } = inFile.get(field.key) ?? {}
      return {
        ...field,
        key: field.key,
        type: field.type,
        ...(dateFormat ? { dateFormat } : {}),
        ...(dateTimeFormat ? { dateTimeFormat } : {}),
      }
    })
}

function pick<Key extends keyof Metadata>(metadata: Metadata, keys: readonly Key[]): Partial<Metadata> {
  return Object.fromEntries(keys.flatMap((key) => (metadata[key] == null ? [] : [[key, metadata[key]]])))
}

function ifUnknown(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'dataset-not-found') return undefined
  throw error
}
