/** The parts of a dataset: what people say of it (metadata), and its data (versions). */
import { z } from '@hono/zod-openapi'
import { delimiters, quotes } from '../../formats/csv/dialects'
import { projectionCodes } from '../../geometry'
import { limits } from '../../limits'
import { tablePointerSchema } from '../../lines/storage'
import { constraintSchema, restSchema } from '../../lines/write'
import { faultOf } from '../../schema/expression'
import { detectedFieldSchema, fieldSchema } from '../../schema/field'
import { keyAlgorithms } from '../../schema/keys'

const text = z.string().max(limits.http.maxJsonBytes)
/** A description as it may be sent; one that was stored before there was a limit is still read. */
const sentMarkdown = z.string().max(limits.markdown.maxChars).nullish()
const dateText = z.iso.date().or(z.iso.datetime({ offset: true }))

/** What a virtual dataset is made of (contract lines §7.1). */
const virtualSchema = z.strictObject({
  children: z.array(z.string()).max(limits.datasets.maxChildren).default([]),
  filters: z
    .array(
      z.strictObject({ key: z.string(), operator: z.enum(['in', 'nin']).default('in'), values: z.array(z.string()) }),
    )
    .max(limits.datasets.maxChildFilters)
    .nullish(),
  filterActiveAccount: z.boolean().nullish(),
})
export type VirtualOptions = z.infer<typeof virtualSchema>

/** By the id of a dataset below a virtual one, what was approved of it (`virtual/approvals`). */
export const approvalsSchema = z.record(z.string(), z.string())
export type Approvals = Readonly<z.infer<typeof approvalsSchema>>

/** A file or a link beside the description. */
const attachmentSchema = z.looseObject({
  type: z.enum(['file', 'url', 'remoteFile']),
  title: z.string().min(1),
  name: z.string().optional(),
  url: z.string().optional(),
  /** Where a remote file is; never shown. */
  targetUrl: z.url({ protocol: /^https?$/ }).optional(),
  size: z.number().optional(),
})

/** What a publisher may write (contract datasets §1.5, §2.2). `null` removes a property. */
export const metadataSchema = z.strictObject({
  title: z.string().trim().min(1).max(limits.datasets.maxTitleChars).openapi({ example: 'Bike racks' }),
  summary: text.nullish(),
  description: text.nullish(),
  license: z.strictObject({ title: z.string(), href: z.string() }).nullish(),
  origin: z.string().nullish(),
  image: z.string().nullish(),
  keywords: z.array(z.string()).nullish(),
  topics: z.array(z.looseObject({ id: z.string(), title: z.string() })).nullish(),
  creator: z.string().nullish(),
  spatial: z.string().nullish(),
  temporal: z.strictObject({ start: dateText.nullish(), end: dateText.nullish() }).nullish(),
  frequency: z
    .enum([
      '',
      'triennial',
      'biennial',
      'annual',
      'semiannual',
      'threeTimesAYear',
      'quarterly',
      'bimonthly',
      'monthly',
      'semimonthly',
      'biweekly',
      'threeTimesAMonth',
      'weekly',
      'semiweekly',
      'threeTimesAWeek',
      'daily',
      'continuous',
      'irregular',
    ])
    .nullish(),
  modified: z.iso.date().nullish(),
  conformsTo: z
    .strictObject({ title: z.string().optional(), version: z.string().optional(), url: z.string().optional() })
    .nullish(),
  relatedDatasets: z.array(z.looseObject({ id: z.string(), title: z.string() })).nullish(),
  customMetadata: z.record(z.string(), z.string()).nullish(),
  extras: z.record(z.string(), z.unknown()).nullish(),
  thumbnails: z.strictObject({ resizeMode: z.enum(['crop', 'smartCrop', 'fitIn']) }).nullish(),
  attachments: z.array(attachmentSchema).nullish(),
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
})
export type Metadata = z.infer<typeof metadataSchema>

/** A slug (contract datasets §0.6). */
const slugPattern = /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/

/** Fields as they are sent. Those of a virtual dataset are named by their key: their type is that of the children. */
const sentFieldSchema = fieldSchema.extend({
  type: fieldSchema.shape.type.default('string'),
  description: sentMarkdown,
  'x-transform': z
    .looseObject({
      type: z.string().nullish(),
      format: z.string().nullish(),
      expr: z
        .string()
        .superRefine((expression, check) => {
          const fault = expression === '' ? undefined : faultOf(expression)
          if (fault) check.addIssue({ code: 'custom', message: `the expression cannot be read: ${fault}` })
        })
        .nullish(),
    })
    .nullish(),
})

/** Body of `PATCH` (contract datasets §1.5): metadata, plus what changes the data. */
export const patchSchema = metadataSchema
  .partial()
  .extend({
    description: sentMarkdown,
    attachments: z.array(attachmentSchema.extend({ description: sentMarkdown })).nullish(),
    slug: z.string().regex(slugPattern).optional(),
    schema: z.array(sentFieldSchema).max(limits.files.maxColumns).optional(),
  })
  .openapi('DatasetPatch')
export type DatasetPatch = z.infer<typeof patchSchema>

export const statuses = [
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

/** How the file of a draft is read instead of as it was detected; null: as detected. */
export const readingSchema = z
  .strictObject({
    encoding: z.string().max(40).nullish().openapi({ example: 'windows-1252' }),
    delimiter: z.enum(delimiters).nullish(),
    quote: z.enum(quotes).nullish(),
  })
  .openapi('DraftReading')
export type DraftReading = z.infer<typeof readingSchema>

const positive = z.number().int().min(1)
/** Part `file_normalizeOptions` of an upload (contract datasets §1.2): 1-based; of a CSV, what its detection got wrong. */
export const normalizeOptionsSchema = z.strictObject({
  delimiter: z.enum(delimiters).optional(),
  quote: z.enum(quotes).optional(),
  spreadsheetWorksheetIndex: positive.optional(),
  spreadsheetHeaderLine: positive.optional(),
  spreadsheetStartCol: positive.optional(),
})

/** A stored file, and what the analysis says of it (contract datasets §2.3). */
export const storedFileSchema = z.object({
  /** Object in R2. Never shown. */
  object: z.string(),
  name: z.string(),
  size: z.number().int(),
  mimetype: z.string(),
  md5: z.string().optional(),
  sha256: z.string().optional(),
  encoding: z.string().optional(),
  explicitEncoding: z.string().optional(),
  /** Where the table of a workbook stands, or how a CSV is written, when it is not found by itself. */
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
  /** Files in it and their bytes, once it has been looked at. */
  count: z.number().int().optional(),
  filesSize: z.number().int().optional(),
  /** They came with an earlier data file. */
  inherited: z.boolean().optional(),
})
export type Attached = z.infer<typeof attachedSchema>

const analyzedFileSchema = storedFileSchema.extend({
  props: z
    .object({ linesDelimiter: z.string(), fieldsDelimiter: z.string(), escapeChar: z.string(), quote: z.string() })
    .optional(),
  schema: z.array(detectedFieldSchema).optional(),
})
export type AnalyzedFile = z.infer<typeof analyzedFileSchema>

/** When a new version replaces the published one (contract datasets §1.7). */
export const validationModes = ['always', 'compatible', 'compatibleOrCancel', 'never'] as const
export type ValidationMode = (typeof validationModes)[number]

const amountSchema = z.object({ count: z.number().int(), size: z.number().int() })

/** One version of a dataset's data: the published one, or a draft. */
export const versionSchema = z.object({
  status: z.enum(statuses),
  /** The step that failed, and when it is tried again by itself. */
  errorStatus: z.enum(statuses).optional(),
  errorRetry: z.string().optional(),
  originalFile: storedFileSchema.optional(),
  file: analyzedFileSchema.optional(),
  /** The files attached to its lines: an archive, listed under its bundle. */
  attachments: attachedSchema.optional(),
  /** Fields without the calculated ones. */
  schema: z.array(fieldSchema),
  /** Fields of the lines that are served while others are built for a changed `schema`. */
  servedSchema: z.array(fieldSchema).optional(),
  lines: tablePointerSchema.optional(),
  /** Lines of a virtual dataset when it was last finalized. */
  count: z.number().int().optional(),
  /** The projection that the file says its geometries are in. */
  projection: z.object({ code: z.enum(projectionCodes), title: z.string() }).optional(),
  /** What a calendar says of itself. */
  calendar: z.object({ timeZone: z.string(), properties: z.record(z.string(), z.string()) }).optional(),
  /**
   * Bytes beside the files: lines kept one by one, revisions, attachments. Usage of the account is counted from them
   * (`db/tables/datasets`), so they are written with the change.
   */
  storage: z
    .object({
      size: z.number().int(),
      indexed: z.number().int(),
      collection: amountSchema.optional(),
      revisions: amountSchema.optional(),
      attachments: amountSchema.optional(),
    })
    .optional(),
  /** Grows with every change that writers of lines must know: one that knows less is refused by the table. */
  revision: z.number().int().optional(),
  bbox: z.array(z.number()).optional(),
  timePeriod: z.object({ startDate: z.string(), endDate: z.string() }).optional(),
  finalizedAt: z.string().optional(),
  dataUpdatedAt: z.string().optional(),
  dataUpdatedBy: z.object({ id: z.string(), name: z.string() }).optional(),
  draftReason: z
    .object({ key: z.enum(['file-new', 'file-updated']), message: z.string(), validationMode: z.enum(validationModes) })
    .optional(),
})
export type Version = z.infer<typeof versionSchema>
