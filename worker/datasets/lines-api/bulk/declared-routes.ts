/** The request and the response of a bulk, as the routes and the OpenAPI document declare them. */
import { z } from '@hono/zod-openapi'
import { documented, problemResponses } from '../../../http/openapi'
import { limits } from '../../../limits'
import { flagQuery, textQuery } from '../../../schema/query-parameters'

const count = z.number().int()
export const actionsBody = {
  description:
    'Actions: lines with an optional `_action` (create, update, createOrUpdate, patch, delete), as a JSON array, one JSON ' +
    'object per line, or CSV. An action with `_ifUpdatedAt`, also `delete`, is refused (409) when the line has another ' +
    '`_updatedAt`.',
  required: true,
  content: {
    'application/json': { schema: { type: 'array', items: { type: 'object' } } },
    'application/x-ndjson': { schema: { type: 'string' } },
    'text/csv': { schema: { type: 'string' } },
    'text/csv+gzip': { schema: { type: 'string', format: 'binary' } },
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          actions: {
            type: 'string',
            format: 'binary',
            description:
              'Actions in a .json, .ndjson, .csv, .xlsx, .xls, .ods, .dbf, .json.gz or .csv.gz file, or a zip of one.',
          },
          attachments: { type: 'string', format: 'binary', description: 'A zip: lines name its files by their paths.' },
        },
      },
    },
  },
}

export const lockText = 'true: nobody else changes the structure of the dataset, or writes with a lock, meanwhile.'
export const bulkQuery = z.object({
  ...textQuery({
    sep: 'Separator of a CSV: `,` by default.',
    columns:
      'JSON object of the key for each of these headers of a CSV or of a sheet, as `{"Nom":"name"}`; an empty key leaves its column out.',
    matchBy:
      'Keys of columns, separated by commas: an action without `_id` patches the line that has the same values in them, and adds one where none has.',
  }).shape,
  ...flagQuery({
    drop: 'true: these lines take the place of all others (of the caller’s, among own lines), unless there is any error.',
    ignoreUnknownColumns:
      'true: columns of a CSV or of a sheet that the dataset does not have are left out, with a warning.',
    allOrNothing:
      'true: the lines are checked first, and nothing is written when there is any error. Unique values, extensions and concurrent writes are checked as the lines are written.',
    dryRun: 'true: the lines are checked and counted as they would be written, and nothing is written.',
    async: 'true: do not wait until the lines are searchable.',
    lock: lockText,
  }).shape,
  dateOrder: z
    .enum(['dayFirst', 'monthFirst'])
    .optional()
    .openapi({
      description:
        'The order of numeric dates of a CSV or of a sheet (`03/04/2026`) in columns where no date exists in one order only, which the ' +
        'summary then names (`assumedDateOrder`). Without it, the day comes first in every date.',
    }),
  maxErrors: z
    .string()
    .optional()
    .transform((text) =>
      /^\d{1,6}$/.test(text ?? '') ? Math.min(Number(text), limits.lines.maxListedErrors) : undefined,
    )
    .openapi({
      type: 'string',
      description: `How many errors are listed: ${limits.lines.listedErrors} by default, ${limits.lines.maxListedErrors} at most. All are counted.`,
    }),
})
export const bulkResponses = {
  200: documented('What was done', {
    nbOk: count,
    nbNotModified: count,
    nbErrors: count,
    nbWarnings: count,
    nbCreated: count,
    nbModified: count,
    nbDeleted: count,
    errors: z.array(z.object({ line: count, error: z.string(), status: count })),
    warnings: z.array(z.object({ line: count, warning: z.string() })),
    indexedAt: z.string().optional(),
    dropped: z.boolean().optional(),
    cancelled: z.boolean().optional(),
    unknownColumns: z.array(z.string()).optional(),
    assumedDateOrder: z.enum(['dayFirst', 'monthFirst']).optional(),
  }),
  ...problemResponses(403, 404, 409, 411, 413, 415, 501),
}

/** Numbers of revisions: a deletion of `/deletions`, or a part of it. */
export const restoredSchema = z.object({ first: z.number().int().min(0), last: z.number().int().min(0) })
export const restoreResponses = {
  200: documented('What was restored; `next` is the `first` of the request for the lines that are left', {
    nbRestored: count,
    nbPresent: count,
    nbErrors: count,
    errors: z.array(z.object({ line: z.record(z.string(), z.unknown()), error: z.string(), status: count })),
    next: count.optional(),
  }),
  ...problemResponses(400, 403, 404, 409, 413, 501),
}
