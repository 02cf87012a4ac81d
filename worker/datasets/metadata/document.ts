/** The parts of a dataset: its metadata, which publishers write, and the versions of its data. */

import { z } from '@hono/zod-openapi'
import { projectionCodes } from '../../geometry'
import { limits } from '../../limits'
import { tablePointerSchema } from '../../lines/storage'
import { constraintSchema, restSchema } from '../../lines/write'
import { sentDescription, sentItem, sentItems, sentLink, sentNamed, sentText } from '../../resources'
import { detectedFieldSchema, fieldSchema } from '../../schema/field'
import { keyAlgorithms } from '../../schema/keys/column-keys'
import { renamedColumnsSchema } from '../../schema/keys/renamed-columns'
import { extensionsSchema } from '../extensions/definition'
import { masterDataSchema } from '../master-data/definition'
import { remoteFileSchema } from '../remote-file/document'
import { virtualSchema } from '../virtual/schema'
import { normalizeOptionsSchema } from './file-options'
import { sentFieldSchema, sentMarkdown } from './sent-field'

const text = z.string().max(limits.http.maxJsonBytes)
const dateText = z.iso.date().or(z.iso.datetime({ offset: true }))

/** The approved state of each dataset below a virtual one, by its id (`virtual/approvals`). */
export const approvalsSchema = z.record(z.string(), z.string())
export type Approvals = Readonly<z.infer<typeof approvalsSchema>>

/** A file or a link of the description. */
const attachmentSchema = z.looseObject({
  type: z.enum(['file', 'url', 'remoteFile']),
  title: z.string().min(1),
  name: z.string().optional(),
  url: z.string().optional(),
  /** Address of a remote file; never in responses. */
  targetUrl: z.url({ protocol: /^https?$/ }).optional(),
  size: z.number().optional(),
})

const licenseSchema = z.strictObject({ title: z.string(), href: z.string() })
const modelSchema = z.strictObject({
  title: z.string().optional(),
  version: z.string().optional(),
  url: z.string().optional(),
})

const frequencies = [
  ...(['', 'triennial', 'biennial', 'annual', 'semiannual', 'threeTimesAYear'] as const),
  ...(['quarterly', 'bimonthly', 'monthly', 'semimonthly', 'biweekly', 'threeTimesAMonth'] as const),
  ...(['weekly', 'semiweekly', 'threeTimesAWeek', 'daily', 'continuous', 'irregular'] as const),
] as const

/** The metadata that publishers write. `null` removes a property. */
export const metadataSchema = z.strictObject({
  title: z.string().trim().min(1).max(limits.datasets.maxTitleChars).openapi({ example: 'Bike racks' }),
  summary: text.nullish(),
  description: text.nullish(),
  license: licenseSchema.nullish(),
  origin: z.string().nullish(),
  image: z.string().nullish(),
  keywords: z.array(z.string()).nullish(),
  topics: z.array(z.looseObject({ id: z.string(), title: z.string() })).nullish(),
  creator: z.string().nullish(),
  spatial: z.string().nullish(),
  temporal: z.strictObject({ start: dateText.nullish(), end: dateText.nullish() }).nullish(),
  frequency: z.enum(frequencies).nullish(),
  modified: z.iso.date().nullish(),
  conformsTo: modelSchema.nullish(),
  relatedDatasets: z.array(z.looseObject({ id: z.string(), title: z.string() })).nullish(),
  customMetadata: z.record(z.string(), z.string()).nullish(),
  extras: z.record(z.string(), z.unknown()).nullish(),
  thumbnails: z.strictObject({ resizeMode: z.enum(['crop', 'smartCrop', 'fitIn']) }).nullish(),
  attachments: z.array(attachmentSchema).nullish(),
  publications: z.array(z.looseObject({})).nullish(),
  publicationSites: z.array(z.string()).nullish(),
  requestedPublicationSites: z.array(z.string()).nullish(),
  projection: z.strictObject({ code: z.enum(projectionCodes), title: z.string().optional() }).nullish(),
  analysis: z.strictObject({ escapeKeyAlgorithm: z.enum(keyAlgorithms) }).nullish(),
  rest: restSchema.nullish(),
  virtual: virtualSchema.nullish(),
  primaryKey: z.array(z.string()).max(limits.lines.maxKeyFields).nullish(),
  constraints: z.array(constraintSchema).max(limits.lines.maxConstraints).nullish(),
  nonBlockingValidation: z.boolean().nullish(),
  attachmentsAsImage: z.boolean().nullish(),
  extensions: extensionsSchema.nullish(),
  masterData: masterDataSchema.nullish(),
})
export type Metadata = z.infer<typeof metadataSchema>

/** The properties that describe a dataset, and that no processing reads. */
export const describedKeys = [
  ...(['title', 'summary', 'description', 'license', 'origin', 'image', 'keywords', 'topics', 'creator'] as const),
  ...(['spatial', 'temporal', 'frequency', 'modified', 'conformsTo', 'relatedDatasets'] as const),
  ...(['customMetadata', 'extras'] as const),
] as const satisfies (keyof Metadata)[]
const descriptionSchema = metadataSchema
  .pick(
    // Each key is one of the schema.
    Object.fromEntries(describedKeys.map((key) => [key, true])) as Record<(typeof describedKeys)[number], true>,
  )
  .partial()
export type DraftDescription = z.infer<typeof descriptionSchema>

const slugPattern = /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/

/** Body of `PATCH`: metadata, and the schema of the data. */
export const patchSchema = metadataSchema
  .partial()
  .extend({
    ...sentDescription,
    license: z.strictObject({ title: sentItem, href: sentLink }).nullish(),
    origin: sentLink.nullish(),
    keywords: sentItems.nullish(),
    creator: sentText.nullish(),
    spatial: sentText.nullish(),
    conformsTo: modelSchema
      .extend({ title: sentItem.optional(), version: sentItem.optional(), url: sentLink.optional() })
      .nullish(),
    relatedDatasets: sentNamed.nullish(),
    attachments: z
      .array(attachmentSchema.extend({ title: sentItem.min(1), description: sentMarkdown, url: sentLink.optional() }))
      .max(limits.descriptions.maxItems)
      .nullish(),
    slug: z.string().regex(slugPattern).optional(),
    schema: z.array(sentFieldSchema).max(limits.files.maxColumns).optional(),
    remoteFile: remoteFileSchema.nullish(),
  })
  .openapi('DatasetPatch')
export type DatasetPatch = z.infer<typeof patchSchema>

const statuses = [
  'created',
  'loaded',
  'stored',
  'analyzed',
  'validated',
  'validation-updated',
  'indexed',
  'finalized',
  'error',
  'draft',
] as const
export type Status = (typeof statuses)[number]

/** A stored file, with the results of its analysis. */
const storedFileSchema = z.object({
  /** Object in R2; never in responses. */
  object: z.string(),
  name: z.string(),
  size: z.number().int(),
  mimetype: z.string(),
  md5: z.string().optional(),
  sha256: z.string().optional(),
  encoding: z.string().optional(),
  explicitEncoding: z.string().optional(),
  /** The position of the table in a workbook, or the dialect of a CSV, when they are not detected. */
  normalizeOptions: normalizeOptionsSchema.optional(),
  updatedAt: z.string(),
})
export type StoredFile = z.infer<typeof storedFileSchema>

const attachedSchema = z.object({
  bundle: z.string(),
  object: z.string(),
  /** Bytes of the archive. */
  size: z.number().int(),
  updatedAt: z.string(),
  /** Number of files and their total size in bytes, once the archive is listed. */
  count: z.number().int().optional(),
  filesSize: z.number().int().optional(),
  /** Of these bytes, those of files whose content is read. */
  indexedSize: z.number().int().optional(),
  /** The archive was sent with an earlier data file. */
  inherited: z.boolean().optional(),
})
export type AttachedArchive = z.infer<typeof attachedSchema>

const analyzedFileSchema = storedFileSchema.extend({
  props: z
    .object({ linesDelimiter: z.string(), fieldsDelimiter: z.string(), escapeChar: z.string(), quote: z.string() })
    .optional(),
  schema: z.array(detectedFieldSchema).optional(),
})
export type AnalyzedFile = z.infer<typeof analyzedFileSchema>

/** When a new version replaces the published one. */
export const validationModes = ['always', 'compatible', 'compatibleOrCancel', 'never'] as const
export type ValidationMode = (typeof validationModes)[number]

const amountSchema = z.object({ count: z.number().int(), size: z.number().int() })

/** One version of a dataset's data: the published one, or a draft. */
export const versionSchema = z.object({
  status: z.enum(statuses),
  /** The stage that failed, and the date of its automatic retry. */
  errorStatus: z.enum(statuses).optional(),
  errorRetry: z.string().optional(),
  originalFile: storedFileSchema.optional(),
  file: analyzedFileSchema.optional(),
  /** The attachments of its lines: an archive, whose files are listed in its bundle. */
  attachments: attachedSchema.optional(),
  /** Fields, without calculated fields. */
  schema: z.array(fieldSchema),
  /** Of a draft: its schema was sent with it, or belongs to an earlier draft, and replaces the published one. */
  definesSchema: z.boolean().optional(),
  renamedColumns: renamedColumnsSchema.optional(),
  /** Of a draft: keys of computed columns that the dataset no longer has once the draft is published. */
  leftOutComputed: z.array(z.string()).optional(),
  /** Of a draft: the description that replaces that of the dataset; null removes a property. */
  description: descriptionSchema.optional(),
  /** Fields of the lines that are served while new lines are built for a changed `schema`. */
  servedSchema: z.array(fieldSchema).optional(),
  lines: tablePointerSchema.optional(),
  /** Number of lines of a virtual dataset when it was last finalized. */
  count: z.number().int().optional(),
  /** The projection of the geometries, as the file declares it. */
  projection: z.object({ code: z.enum(projectionCodes), title: z.string() }).optional(),
  /** Properties of an iCalendar file. */
  calendar: z.object({ timeZone: z.string(), properties: z.record(z.string(), z.string()) }).optional(),
  /**
   * The sheet of a workbook that was read: its position and the row of its header, 1-based, and the first sheets of the workbook.
   * Layers of GeoPackages have no header.
   */
  sheet: z
    .object({
      number: z.number().int(),
      headerLine: z.number().int().optional(),
      names: z.array(z.string()),
      count: z.number().int(),
      /** Other rows that look more like the header: below a title, or two. */
      proposed: z
        .object({
          headerLine: z.number().int(),
          headerRows: z.number().int().optional(),
          columns: z.number().int(),
          title: z.string(),
        })
        .nullish(),
      /** See `RowBreak`. */
      rowBreaks: z.array(z.tuple([z.number(), z.number()])).optional(),
      /** The positions of the columns of percentages, from 0. */
      percents: z.array(z.number()).optional(),
      /** Cells merged over several rows, of which only the first one has the value: how many, and the row of the first. */
      merged: z.object({ count: z.number().int(), row: z.number().int() }).nullish(),
    })
    .optional(),
  /**
   * Bytes of lines of an editable dataset, revisions and attachments. The usage of the account is computed from them
   * (`db/tables/datasets`), so they are written in the batch of the change.
   */
  storage: z
    .object({
      size: z.number().int(),
      indexed: z.number().int(),
      collection: amountSchema.optional(),
      revisions: amountSchema.optional(),
      attachments: amountSchema.optional(),
      /** Of a virtual dataset: the part of its children that counts for its account, by their storage ratio, and the rows of it. */
      masterData: amountSchema.optional(),
    })
    .optional(),
  /** Incremented by changes that affect writers of lines: the table refuses writers with an older revision. */
  revision: z.number().int().optional(),
  bbox: z.array(z.number()).optional(),
  timePeriod: z.object({ startDate: z.string(), endDate: z.string() }).optional(),
  finalizedAt: z.string().optional(),
  dataUpdatedAt: z.string().optional(),
  dataUpdatedBy: z.object({ id: z.string(), name: z.string() }).optional(),
  /** When the file of a draft was last read again with other options. */
  readAt: z.string().optional(),
  draftReason: z
    .object({ key: z.enum(['file-new', 'file-updated']), message: z.string(), validationMode: z.enum(validationModes) })
    .optional(),
})
export type Version = z.infer<typeof versionSchema>
