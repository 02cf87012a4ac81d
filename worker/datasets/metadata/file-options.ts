/** How the file of a dataset is read: the options of an upload and of a draft. */
import { z } from '@hono/zod-openapi'
import { delimiters } from '../../formats/csv/delimiters'
import { noQuote, quotes } from '../../formats/csv/dialect'
import { otherRowKinds } from '../../formats/csv/other-rows'
import { limits } from '../../limits'
import { renamedColumnsSchema } from '../../schema/keys/renamed-columns'

const positive = z.number().int().min(1)
const footerRows = positive.max(limits.schema.maxFooterRows)
const leftOutColumns = z.array(z.string().max(limits.files.maxHeaderChars)).max(limits.files.maxColumns)
const leftOutRows = z.array(z.enum(otherRowKinds)).max(otherRowKinds.length)
const headerRows = positive.max(limits.schema.maxHeaderRows)
/** Overrides of how the file of a draft is read: encoding, CSV dialect and repairs, the sheet and its header row, renamed columns; null: as detected. */
export const readingSchema = z
  .strictObject({
    encoding: z.string().max(40).nullish().openapi({ example: 'windows-1252' }),
    delimiter: z.enum(delimiters).nullish(),
    quote: z.enum([...quotes, noQuote]).nullish(),
    repeatedHeaders: z.literal('number').nullish().openapi({ description: 'A repeated header gets a number.' }),
    extraCells: z.literal('drop').nullish().openapi({ description: 'Cells beyond the last header are left out.' }),
    footerRows: footerRows
      .nullish()
      .openapi({ description: 'So many rows with a value at the end, such as totals and notes, are left out.' }),
    leftOutRows: leftOutRows.nullish().openapi({
      description:
        'Kinds of rows that are no data and are left out: the header again, units below the header, totals of parts.',
    }),
    spreadsheetWorksheetIndex: positive.nullish(),
    spreadsheetHeaderLine: positive.nullish(),
    leftOutColumns: leftOutColumns.nullish().openapi({ description: 'Headers of columns that are not published.' }),
    mergedCells: z
      .literal('fill')
      .nullish()
      .openapi({ description: 'The values of cells merged over several rows are repeated in all of them.' }),
    headerRows: headerRows
      .nullish()
      .openapi({ description: 'The rows of the header, whose texts are joined; 1 when absent.' }),
    renamedColumns: renamedColumnsSchema.optional().openapi({
      description:
        'All columns that keep the key of a published one, instead of those of earlier files: `[]` takes them back.',
    }),
    leftOutComputed: z
      .array(z.string())
      .max(limits.extensions.maxExtensions)
      .optional()
      .openapi({
        description:
          'What this version does not have: keys of columns of expressions, and `<remoteService>/<action>` of columns of services; the ' +
          'dataset loses their extensions once it is published. `[]` takes them back.',
      }),
  })
  .openapi('DraftReading')
export type DraftReading = z.infer<typeof readingSchema>

/** Part `file_normalizeOptions` of an upload: the 1-based position of a table, or the delimiter and quote of a CSV; repairs of a table. */
export const normalizeOptionsSchema = z.strictObject({
  delimiter: z.enum(delimiters).optional(),
  quote: z.enum([...quotes, noQuote]).optional(),
  repeatedHeaders: z.literal('number').optional(),
  extraCells: z.literal('drop').optional(),
  footerRows: footerRows.optional(),
  spreadsheetWorksheetIndex: positive.optional(),
  spreadsheetHeaderLine: positive.optional(),
  headerRows: headerRows.optional(),
  mergedCells: z.literal('fill').optional(),
  leftOutColumns: leftOutColumns.optional(),
  leftOutRows: leftOutRows.optional(),
  spreadsheetStartCol: positive.optional(),
})
