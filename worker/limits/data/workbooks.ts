import { MB, MIB } from '../units'

export const workbooks = {
  /** Spreadsheets and calendars. */
  maxBytes: 50 * MB,
  /** Rows of a workbook of Excel 97 that are read at once. */
  xlsBatchRows: 1_000,
  /** Workbooks of Excel 97 are in memory twice, of the 128 MB of a Worker. They have 65,536 rows at most. */
  maxXlsBytes: 30 * MB,
  /** Parts with metadata (list of sheets, styles): hundreds of kilobytes in real workbooks. */
  maxPartBytes: 16 * MIB,
  /** Elements of one name in such a part, which are in memory: 65,490 styles and 65,530 links at most in Excel. */
  maxPartTags: 200_000,
  /** Shared strings are held in memory, up to twice these bytes, of the 128 MB of a Worker. */
  maxStringsBytes: 32 * MIB,
  /** Each takes some forty bytes however short it is: 1,340,000 were read in a heap of 119 MB at most (measured). */
  maxStrings: 1_500_000,
  /** XML of one row: 1,000 cells of 32,767 characters at most would be 32 MB; rows of real sheets hold kilobytes. */
  maxRowChars: 8 * MIB,
  /** Rows of a sheet: 1,048,576 in every program. */
  maxRows: 1_048_576,
  /** Sheets that the review of a file names: their list must stay readable. Names have 31 characters at most in Excel. */
  maxListedSheets: 50,
  maxSheetChars: 40,
  /** Text of rows that OpenDocument writes once and repeats: a file of 500 bytes could otherwise become `maxConvertedBytes`. */
  maxRepeatedChars: 50_000_000,
  /** Rows of one cell above a header: a title, a subtitle, a date, a source. */
  maxTitleRows: 6,
  /** Places where rows of a sheet are empty, stored with the dataset to quote row numbers: each takes some fifteen bytes. */
  maxRowBreaks: 200,
  /** Cells merged over several rows, in memory: each takes some fifty bytes. */
  maxMergedCells: 100_000,
  /** Sheets that are tried until one has rows below its header: each is read whole. */
  maxTriedSheets: 5,
  /** Characters of the title of a sheet, as the review quotes it. */
  maxTitleChars: 80,
  /** Cells that are links: 65,530 at most in Excel. */
  maxLinks: 100_000,
  /** Styles of an OpenDocument spreadsheet that are read: 65,490 at most in Excel. */
  maxStyles: 100_000,
} as const
