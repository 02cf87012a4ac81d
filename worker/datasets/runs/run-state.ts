/** The state of a run: parsed from its row at each delivery, saved at each hand-over. Larger state is in R2. */
import { z } from 'zod'
import { problemCodes, type StoredProblem } from '../../errors'
import { delimiters } from '../../formats/csv/delimiters'
import { escapes, lineEndings, quotes } from '../../formats/csv/dialect'
import { otherRowKinds } from '../../formats/csv/other-rows'
import { textKinds } from '../../formats/record-reader'
import { projectionCodes } from '../../geometry'
import { originatorSchema } from '../../identity'
import { layoutSchema, tablePointerSchema } from '../../lines/storage'
import { detectedFieldSchema, fieldSchema } from '../../schema/field'
import { extensionCountsSchema } from '../extensions/counts'
import { stages } from '../metadata/status'

const storedProblemSchema: z.ZodType<StoredProblem> = z.object({
  code: z.enum(problemCodes),
  params: z.record(
    z.string(),
    z.union([
      z.string(),
      z.number(),
      z.object({ en: z.string(), fr: z.string() }),
      z.lazy(() => z.array(storedProblemSchema)),
    ]),
  ),
})

const dialectSchema = z.object({
  delimiter: z.enum(delimiters),
  quote: z.enum([...quotes, '']),
  linesDelimiter: z.enum(lineEndings),
  escapeChar: z.enum(escapes),
  repeatedHeaders: z.literal('number').optional(),
  extraCells: z.literal('drop').optional(),
  footerRows: z.number().int().min(1).optional(),
  leftOutRows: z.array(z.enum(otherRowKinds)).optional(),
  headerLine: z.number().int().min(1).optional(),
  headerRows: z.number().int().min(1).optional(),
})

/** How to read the file: detected once, from its first bytes. */
const sourceSchema = z.object({
  object: z.string(),
  size: z.number().int(),
  kind: z.enum(textKinds),
  name: z.string(),
  encoding: z.string(),
  dialect: dialectSchema.optional(),
  /** Of a sheet: see `RowBreak`. */
  rowBreaks: z.array(z.tuple([z.number(), z.number()])).optional(),
})
export type FileReading = z.infer<typeof sourceSchema>

/** Bounding box of the lines: west, south, east, north. */
const boundsSchema = z.tuple([z.number(), z.number(), z.number(), z.number()])

const runStateSchema = z.object({
  /** Set at the start of the run: the schema does not change, types included. */
  keepSchema: z.boolean().optional(),
  /** Set at the start of the run: the first stage of which listeners are informed. Earlier ones only read the same file again. */
  announcedFrom: z.enum(stages).optional(),
  /** Set at the start of the run: only the rules of fields changed; the lines stay as they are. */
  rulesOnly: z.boolean().optional(),
  /** Set at the start of the run: the lines are moved to another database as they are. */
  moves: z.boolean().optional(),
  /** The draft was validated manually: it is merged when the run is done. */
  merge: z.literal('manual').optional(),
  /** Who validated it. */
  validatedBy: originatorSchema.optional(),

  /** store */
  object: z.string().optional(),
  size: z.number().int().optional(),
  /** Name of the file that is read: the uploaded one, or the text it was converted to. */
  name: z.string().optional(),

  /** analyze */
  source: sourceSchema.optional(),
  columns: z.array(z.object({ index: z.number().int(), key: z.string(), originalName: z.string() })).optional(),
  detected: z.array(detectedFieldSchema).optional(),
  fields: z.array(fieldSchema).optional(),
  layout: layoutSchema.optional(),
  projection: z.enum(projectionCodes).optional(),
  /** Observations of each field: `x-cardinality` and `enum`. */
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

  /** Every line was validated against the rules of its fields. */
  checked: z.boolean().optional(),

  /** validate: whether the version replaces the published one as soon as it is done */
  merges: z.boolean().optional(),
  /** The draft is dropped as soon as it is done: its structure differs and its mode says so. */
  cancels: z.boolean().optional(),

  /** What the sources of extensions have answered, by the prefix of their columns. */
  extensionCounts: z.record(z.string(), extensionCountsSchema).optional(),

  /** index */
  pointer: tablePointerSchema.optional(),
  /** Size of the database of the last segment, in bytes, from which the next lines go to another one. */
  fullAt: z.number().optional(),
  inserted: z.boolean().optional(),
  lastLine: z.number().int().default(0),
  /** Path of the last attachment that was read, and whether all are. */
  attachedTo: z.string().optional(),
  attachmentsRead: z.boolean().optional(),
  /** Attachments being read: the path before them, number of starts, last path, and whether they are read one by one. */
  reading: z
    .object({ after: z.string(), times: z.number().int(), until: z.string(), alone: z.boolean() })
    .or(z.undefined())
    .optional(),
  unread: z
    .object({ count: z.number().int(), examples: z.array(storedProblemSchema).catch([]) })
    .default({ count: 0, examples: [] }),
  searched: z.number().int().default(0),
  refusedLines: z.number().int().default(0),
  refusals: z.array(storedProblemSchema).default([]),
  emptiedCells: z.number().int().default(0),
  emptied: z.array(storedProblemSchema).default([]),
  bounds: boundsSchema.or(z.undefined()).optional(),

  /** What a new dataset copies from another one. */
  filling: z
    .object({
      dataset: z.string(),
      lines: z.boolean(),
      /** Attachments of the lines, copied after the lines. */
      attachments: z.boolean().optional(),
      /** Files of the description. */
      files: z.boolean(),
      /** The dataset of a file is deleted once its lines are copied. */
      deletesSource: z.boolean().optional(),
      /** Path of the last file that was copied, and the total bytes. */
      after: z.string().optional(),
      bytes: z.number().int().optional(),
      refusal: z.enum(['init-source-unknown', 'init-source-refused']).optional(),
    })
    .optional(),

  /** The last copied line and revision; of editable lines, the number of values that do not match their fields. */
  copied: z.number().int().default(0),
  copiedRevisions: z.number().int().default(0),
  misfits: z.number().int().default(0),
  examples: z.array(z.string()).default([]),
  /** Table that replaces all lines, and the progress of its revisions. */
  replacement: tablePointerSchema.optional(),
  revised: z
    .object({ gone: z.number().int(), kept: z.number().int(), deletions: z.number().int().default(0) })
    .optional(),

  /** Object in R2 with the position of the current stage in the file. */
  cursor: z.string().optional(),
})
export type RunState = z.infer<typeof runStateSchema>
/** The state with which a run starts: the stages add the rest. */
export type InitialRunState = z.input<typeof runStateSchema>

/** @param text the column `runs.state` */
export function parseRunState(text: string): RunState {
  return runStateSchema.parse(JSON.parse(text))
}
