/** The `initFrom` option: the parts of another dataset that a new dataset is initialized with. */
import { z } from '@hono/zod-openapi'
import { isAllowed } from '../../accounts'
import type { Context } from '../../context'
import { problem, type Reason } from '../../errors'
import type { DatasetOperation } from '../../identity'
import type { Field } from '../../schema/field'
import type { Dataset } from '../metadata/dataset'
import type { Metadata } from '../metadata/document'
import { findDataset } from '../metadata/load'
import { visibleAccounts } from '../metadata/visible'
import { readingOperations } from '../virtual/approvals'
import type { CreationInput, InitialCopy } from './initial-state'

const parts = ['data', 'schema', 'description', 'metadataAttachments', 'primaryKey', 'extensions'] as const
export const initFromSchema = z.strictObject({
  dataset: z.string(),
  parts: z.array(z.enum(parts)).default([]),
  deleteSource: z.boolean().optional().openapi({
    description:
      'Of an editable dataset with the rows of a file: the dataset of the file is deleted once they are copied.',
  }),
})
type InitFrom = z.infer<typeof initFromSchema>

const rowsToDelete: Reason = {
  en: '"deleteSource" is for an editable dataset that takes the part "data"',
  fr: '"deleteSource" est pour un jeu de données éditable qui reprend la partie "data"',
}

/**
 * Adds the metadata of the source dataset to that of the request, which takes precedence. The queue copies the rest.
 * Parts that this type of dataset does not support are left out.
 *
 * @throws `init-data-refused`; `init-source-unknown`, `init-source-refused` for files and descriptions without rows: the run of others
 *   reports them
 */
export async function inheritedFrom(
  ctx: Context,
  input: CreationInput & { initFrom: InitFrom; nature: Dataset['nature'] },
): Promise<CreationInput> {
  const { initFrom, nature, description, schema } = input
  const takes = (part: (typeof parts)[number]) => initFrom.parts.includes(part)
  if (takes('data') && (nature === 'virtual' || nature === 'metaOnly')) throw problem('init-data-refused')
  const isEditable = nature === 'rest'
  const filling: InitialCopy = {
    dataset: initFrom.dataset,
    lines: isEditable && takes('data'),
    files: takes('metadataAttachments'),
    ...(initFrom.deleteSource ? { deletesSource: true } : {}),
  }
  if (filling.deletesSource && !filling.lines) throw problem('body-invalid', { reason: rowsToDelete })
  const source = await findDataset(ctx, initFrom.dataset)
  const refusal = !source ? 'init-source-unknown' : mayTake(ctx, source, filling) ? undefined : 'init-source-refused'
  if (!source || refusal) {
    if (nature === 'file' || nature === 'metaOnly') {
      throw problem(refusal ?? 'init-source-unknown', { id: initFrom.dataset })
    }
    return { description, schema, filling: { ...filling, ...(refusal ? { refusal } : {}) } }
  }
  const { metadata, published } = source
  const inherited: Partial<Metadata> = {
    ...(takes('description') ? pick(metadata, ['description', 'summary']) : {}),
    ...(takes('schema') ? pick(metadata, ['conformsTo']) : {}),
    ...(takes('schema') && nature !== 'metaOnly' ? pick(metadata, ['attachmentsAsImage']) : {}),
    ...(takes('schema') && isEditable
      ? pick({ ...metadata, projection: metadata.projection ?? published.projection }, ['projection'])
      : {}),
    ...(isEditable && (takes('schema') || takes('primaryKey')) ? pick(metadata, ['primaryKey']) : {}),
    ...(filling.files ? pick(metadata, ['attachments']) : {}),
    ...(takes('extensions') && (isEditable || nature === 'file') ? pick(metadata, ['extensions']) : {}),
  }
  const hasFields = takes('schema') && schema.length === 0 && nature !== 'metaOnly'
  const isLeft = filling.files || isEditable || nature === 'virtual'
  return {
    description: { ...inherited, ...description },
    schema: hasFields ? fieldsOf(source) : schema,
    ...(isLeft ? { filling } : {}),
  }
}

/**
 * Attachments follow the lines that refer to them. A caller who sees only some of the lines may not copy all of them.
 */
function mayTake(ctx: Context, source: Dataset, { lines, files, deletesSource }: InitialCopy): boolean {
  const operations: DatasetOperation[] = ['readDescription']
  if (deletesSource) operations.push('delete')
  if (lines) operations.push(...readingOperations(source))
  if (files) operations.push('downloadMetadataAttachment')
  // The queue copies every line, so a caller who sees only some of them is refused.
  if (lines && ('refused' in ctx.identity || visibleAccounts(ctx.identity.actor, source))) return false
  return operations.every((operation) => isAllowed(ctx, operation, source))
}

/** The fields for the new dataset, without the observed, calculated and file-specific properties of the source. */
function fieldsOf({ published }: Dataset): Field[] {
  const inFile = new Map(published.file?.schema?.map((field) => [field.key, field]))
  return published.schema
    .filter((field) => !field['x-calculated'] && !field['x-extension'])
    .map(({ enum: _, 'x-cardinality': __, 'x-transform': ___, ...field }) => {
      const { dateFormat, dateTimeFormat } = inFile.get(field.key) ?? {}
      // The time zone of a calendar is set once, for all its date-times.
      const timeZone = field.format === 'date-time' ? (field.timeZone ?? published.calendar?.timeZone) : undefined
      return {
        ...field,
        ...(timeZone ? { timeZone } : {}),
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
