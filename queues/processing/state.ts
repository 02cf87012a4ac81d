/** What a run has found so far: parsed from its row at each delivery, saved at each hand-over. Small: the rest is in R2. */
import { z } from 'zod'
import type { Version } from '../../worker/datasets'
import type { JournalEvent } from '../../worker/datasets/journal'
import { problemCodes } from '../../worker/errors'
import { delimiters, quotes } from '../../worker/formats/csv/dialects'
import { textKinds } from '../../worker/formats/record-reader'
import { projectionCodes } from '../../worker/geometry'
import { layoutSchema, tablePointerSchema } from '../../worker/lines/storage'
import { detectedFieldSchema, fieldSchema } from '../../worker/schema/field'

const storedProblemSchema = z.object({
  code: z.enum(problemCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

const dialectSchema = z.object({
  delimiter: z.enum(delimiters),
  quote: z.enum(quotes),
  linesDelimiter: z.enum(['\n', '\r\n']),
  escapeChar: z.enum(quotes),
})

/** How to read the file: decided once, on its first bytes. */
const sourceSchema = z.object({
  object: z.string(),
  size: z.number().int(),
  kind: z.enum(textKinds),
  name: z.string(),
  encoding: z.string(),
  dialect: dialectSchema.optional(),
})
export type Source = z.infer<typeof sourceSchema>

/** Position of the file's values in the new table. */
const boundsSchema = z.tuple([z.number(), z.number(), z.number(), z.number()])

export const runStateSchema = z.object({
  /** Asked by the one who started the run: keep the schema as it is, types included. */
  keepSchema: z.boolean().optional(),
  /** Asked by the one who started the run: only the rules of fields changed, lines stay as they are. */
  rulesOnly: z.boolean().optional(),
  /** The draft was validated by hand: it is merged when it is done. */
  merge: z.literal('manual').optional(),

  /** store */
  object: z.string().optional(),
  size: z.number().int().optional(),
  /** Of the file that is read: the one that was sent, or what it was turned into. */
  name: z.string().optional(),

  /** analyze */
  source: sourceSchema.optional(),
  columns: z.array(z.object({ index: z.number().int(), key: z.string(), originalName: z.string() })).optional(),
  detected: z.array(detectedFieldSchema).optional(),
  fields: z.array(fieldSchema).optional(),
  layout: layoutSchema.optional(),
  projection: z.enum(projectionCodes).optional(),
  /** What was observed of each field: `x-cardinality` and `enum`. */
  observations: z
    .record(
      z.string(),
      z.object({
        'x-cardinality': z.number().optional(),
        enum: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
      }),
    )
    .optional(),
  warnings: z.array(storedProblemSchema).default([]),

  /** Every line has been held against the rules of its fields. */
  checked: z.boolean().optional(),

  /** validate: whether the version replaces the published one as soon as it is done */
  merges: z.boolean().optional(),
  /** The draft is dropped as soon as it is done: its structure differs and its mode says so. */
  cancels: z.boolean().optional(),

  /** index */
  pointer: tablePointerSchema.optional(),
  inserted: z.boolean().optional(),
  lastLine: z.number().int().default(0),
  /** Path of the last attachment that was read, and whether all are. */
  attachedTo: z.string().optional(),
  attachmentsRead: z.boolean().optional(),
  /** Attachments that are being read: from which one on, how often it was begun, the last of them, and whether one by one. */
  reading: z
    .object({ after: z.string(), times: z.number().int(), until: z.string(), alone: z.boolean() })
    .or(z.undefined())
    .optional(),
  unread: z.object({ count: z.number().int(), examples: z.string() }).default({ count: 0, examples: '' }),
  searched: z.number().int().default(0),
  refusedLines: z.number().int().default(0),
  refusals: z.array(storedProblemSchema).default([]),
  bounds: boundsSchema.or(z.undefined()).optional(),

  /** What a new dataset takes over from another. */
  filling: z
    .object({
      dataset: z.string(),
      lines: z.boolean(),
      /** Files that the lines name, once these are there. */
      attachments: z.boolean().optional(),
      /** Files of the description. */
      files: z.boolean(),
      /** Path of the last file that was copied, and the bytes of all of them. */
      after: z.string().optional(),
      bytes: z.number().int().optional(),
      refusal: z.enum(['init-source-unknown', 'init-source-refused']).optional(),
    })
    .optional(),

  /** editable lines: how far they are copied, and how many no longer suit their fields */
  copied: z.number().int().default(0),
  misfits: z.number().int().default(0),
  examples: z.array(z.string()).default([]),
  /** Lines that take the place of all others, and how far their revisions are told. */
  replacement: tablePointerSchema.optional(),
  revised: z.object({ gone: z.number().int(), kept: z.number().int() }).optional(),

  /** Object in R2 that tells where the current stage stands in the file. */
  cursor: z.string().optional(),
})
export type RunState = z.infer<typeof runStateSchema>

/** What a stage says at the end of a slice. */
export type Outcome =
  | {
      done: true
      state: RunState
      patch?: Partial<Version>
      events?: JournalEvent[]
      /** The step that has ended, where the stage told another beginning by itself. */
      step?: 'normalize'
    }
  | { done: false; state: RunState }

export type { JournalEvent }
