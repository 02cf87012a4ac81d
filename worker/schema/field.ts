import { z } from '@hono/zod-openapi'
import { limits } from '../limits'

/** Types of a field. `object` and `array` exist only on calculated geographic fields . */
export const fieldTypes = ['string', 'integer', 'number', 'boolean', 'object', 'array'] as const
export const fieldFormats = ['date', 'date-time', 'uri-reference'] as const

/** The kinds of queries that a field supports. Absent means the default. */
export const capabilities = [
  'index',
  'values',
  'text',
  'textStandard',
  'insensitive',
  'textAgg',
  'wildcard',
  'geoShape',
  'geoCorners',
  'vtPrepare',
  'indexAttachment',
] as const
export type Capability = (typeof capabilities)[number]

/** A bound of numbers in a request: a number, or its text. An empty text is not a bound. */
export const sentBound = z
  .union([z.number(), z.string()])
  .refine((bound) => Number.isFinite(Number(bound)), 'must be a number')
  .nullish()

/** One field of a dataset's schema, as it is sent, stored and returned. */
export const fieldSchema = z
  .looseObject({
    key: z.string().min(1).max(limits.schema.maxKeyChars),
    type: z.enum(fieldTypes),
    format: z.enum(fieldFormats).nullish(),
    title: z.string().nullish(),
    description: z.string().nullish(),
    icon: z.unknown().optional(),
    'x-originalName': z.string().nullish(),
    'x-group': z.string().nullish(),
    'x-refersTo': z.string().nullish(),
    'x-concept': z.object({ id: z.string(), title: z.string(), primary: z.boolean() }).nullish(),
    'x-calculated': z.boolean().nullish(),
    'x-extension': z.string().nullish(),
    'x-display': z.string().nullish(),
    'x-labels': z.record(z.string(), z.string()).nullish(),
    'x-labelsRestricted': z.boolean().nullish(),
    'x-capabilities': z.partialRecord(z.enum(capabilities), z.boolean()).nullish(),
    'x-cardinality': z.number().int().min(0).nullish(),
    'x-required': z.boolean().nullish(),
    'x-transform': z
      .looseObject({
        type: z.string().nullish(),
        format: z.string().nullish(),
        expr: z.string().nullish(),
        dateFormat: z.string().nullish(),
        dateTimeFormat: z.string().nullish(),
        emptyInvalid: z.boolean().nullish(),
      })
      .nullish(),
    enum: z.array(z.union([z.string(), z.number(), z.boolean()])).nullish(),
    minimum: z.union([z.number(), z.string()]).nullish(),
    maximum: z.union([z.number(), z.string()]).nullish(),
    minLength: z.number().int().min(0).nullish(),
    maxLength: z.number().int().min(0).nullish(),
    pattern: z.string().max(limits.schema.maxPatternChars).nullish(),
    patternErrorMessage: z.string().nullish(),
    separator: z.string().nullish(),
    timeZone: z.string().nullish(),
    dateFormat: z.string().nullish(),
    dateTimeFormat: z.string().nullish(),
    readOnly: z.boolean().nullish(),
  })
  .openapi('Field')
export type Field = z.infer<typeof fieldSchema>

/** The name of a field for people. */
export const nameOf = (field: Field): string => field.title || field['x-originalName'] || field.key

/** The headers of exported columns: original names, or names for people where these do not name another column. */
export function headersOf(keys: readonly string[], fields: readonly Field[], { useLabels = false } = {}): string[] {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const names = keys.map((key) => {
    const field = byKey.get(key)
    return { key, own: field?.['x-originalName'] || key, label: field ? nameOf(field) : key }
  })
  if (!useLabels) return names.map(({ own }) => own)
  const uses = Map.groupBy(
    names.flatMap(({ key, own, label }) => [...new Set([key, own, label])]),
    (name) => name,
  )
  return names.map(({ own, label }) => (uses.get(label)?.length === 1 ? label : own))
}

/** A column as the analysis of a file detected it (`file.schema[]`). */
export const detectedFieldSchema = z.object({
  key: z.string(),
  'x-originalName': z.string(),
  type: z.enum(['string', 'integer', 'number', 'boolean']),
  format: z.enum(['date', 'date-time']).optional(),
  dateFormat: z.string().optional(),
  dateTimeFormat: z.string().optional(),
  /** The time zone of its times without offset, where the instance has another one than the default. */
  timeZone: z.string().optional(),
  codeLike: z.boolean().optional(),
  /** Some values are too long for exact filters. */
  longText: z.boolean().optional(),
  /** The unit of the numbers, which the file has in the format of its cells. */
  unit: z.string().optional(),
  /** The concept that the format of the file gives to the column. */
  concept: z.string().optional(),
})
export type DetectedField = z.infer<typeof detectedFieldSchema>

/** The format of a field whose change breaks its uses; `uri-reference` counts as none. */
export const effectiveFormat = ({ format }: { format?: string | null | undefined }): string | undefined =>
  format && format !== 'uri-reference' ? format : undefined
