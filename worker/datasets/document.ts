/** The parts of a dataset: what people say of it (metadata), and its data (versions). */
import { z } from '@hono/zod-openapi'
import { limits } from '../limits'
import { tablePointerSchema } from '../lines/layout'
import { detectedFieldSchema, fieldSchema } from '../schema/field'

const text = z.string().max(limits.http.maxJsonBytes)
const dateText = z.iso.date().or(z.iso.datetime({ offset: true }))

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
  publicationSites: z.array(z.string()).nullish(),
  requestedPublicationSites: z.array(z.string()).nullish(),
  analysis: z.strictObject({ escapeKeyAlgorithm: z.enum(['slug', 'legacy', 'compat-ods']) }).nullish(),
})
export type Metadata = z.infer<typeof metadataSchema>

/** A chosen id (contract datasets §0.6). */
export const chosenIdPattern = /^[a-z0-9_-]+$/
/** A slug (contract datasets §0.6). */
const slugPattern = /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/

/** Body of `PATCH` (contract datasets §1.5): metadata, plus what changes the data. */
export const patchSchema = metadataSchema
  .partial()
  .extend({
    slug: z.string().regex(slugPattern).optional(),
    schema: z.array(fieldSchema).max(limits.files.maxColumns).optional(),
  })
  .openapi('DatasetPatch')
export type DatasetPatch = z.infer<typeof patchSchema>

export const statuses = ['loaded', 'stored', 'analyzed', 'validated', 'indexed', 'finalized', 'error', 'draft'] as const
export type Status = (typeof statuses)[number]

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
  updatedAt: z.string(),
})
export type StoredFile = z.infer<typeof storedFileSchema>

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

/** One version of a dataset's data: the published one, or a draft. */
export const versionSchema = z.object({
  status: z.enum(statuses),
  /** The step that failed, and when it is tried again by itself. */
  errorStatus: z.enum(statuses).optional(),
  errorRetry: z.string().optional(),
  originalFile: storedFileSchema.optional(),
  file: analyzedFileSchema.optional(),
  /** Fields without the calculated ones. */
  schema: z.array(fieldSchema),
  /** Fields of the lines that are served while others are built for a changed `schema`. */
  servedSchema: z.array(fieldSchema).optional(),
  lines: tablePointerSchema.optional(),
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
