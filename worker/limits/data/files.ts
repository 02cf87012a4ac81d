/** Input files. */
import { DAY_MS, KB, KIB, MB, MIB } from '../units'

export const files = {
  /** Delay before an object that no row refers to is deleted: the request or run that writes it may still be at work. */
  deleteUnreferencedAfterMs: 1 * DAY_MS,
  /** A gz file that expands beyond this ratio is a bomb; DEFLATE reaches 1,032 at most (zlib technical notes). */
  maxInflateRatio: 200,
  /** The ratio is not checked below this size. */
  inflateRatioFromBytes: 10 * MB,
  /** Bytes read to detect the type of a file: the root element may come after a long comment. */
  signatureBytes: 4 * 1_024,
  /** Bytes read to detect the encoding and the dialect. */
  sampleBytes: 1 * MB,
  /** Characters, and bytes, in which a header below a title is looked for. */
  headerSampleChars: 64 * KIB,
  /** Share of the rows that have as many cells as a header; the others are damaged, or incomplete. */
  headerAlikeShare: 0.9,
  /** A sample is scanned in pieces: the scan of a dialect ends with the piece that has its last row. */
  samplePieceChars: 16 * KIB,
  /** Bytes of one R2 read: a read may be buffered in memory whole (locally it is), and each costs a request. */
  windowBytes: 8 * MIB,
  /** Bytes decoded and parsed at once: large enough for a low cost per call, small enough for memory. */
  chunkBytes: 256 * KIB,
  /** Rows scored when choosing a dialect. */
  dialectRows: 1_000,
  /** A workbook, a GeoPackage, a KML, GPX or calendar file, converted to CSV or GeoJSON. */
  maxConvertedBytes: 2_000 * MB,
  /** One cell: a value in D1 is at most 2 MB (d1/platform/limits), and JSON may escape every byte. */
  maxCellChars: 500_000,
  /** One record of a file, all its cells: bounds the memory of a reader on an unbalanced quote. */
  maxRecordChars: 2_000_000,
  /** One feature of a GeoJSON file: a country at full scale is some megabytes. */
  maxFeatureChars: 16_000_000,
  /**
   * Brackets, commas and colons of one feature of a GeoJSON file: a position has three, four with its height. 1,000,000 were
   * parsed in the memory of a Worker (128 MB), 1,350,000 were not (measured).
   */
  maxFeatureTokens: 1_000_000,
  /** Features turned into GeoJSON at once. */
  featuresAtOnce: 200,
  /** The geometry of one line: longer ones are simplified to fit in a row of D1 (2 MB) with the rest. */
  maxGeometryChars: 1_000_000,
  /** Columns of one file: beyond, statistics no longer fit in the memory of a Worker (128 MB). */
  maxColumns: 1_000,
  /** Characters of a column name; longer ones are cut. Real headers are at most sentences. */
  maxHeaderChars: 1_000,
  /** Bytes for the statistical detection of an encoding: 64 kB take chardet 30 ms (measured). */
  encodingWindowBytes: 64 * KB,
  /** Of these, bytes before the first one that is not ASCII. */
  encodingLeadBytes: 1 * KB,
  /** Longest value quoted in a message. */
  maxQuotedChars: 100,
  /** Bytes inflated at once: DEFLATE makes 1,032 of one at most, so a step of a bomb stays under 9 MB. */
  inflateStepBytes: 8 * 1_024,
  /** Smallest chunk of inflated bytes. */
  inflateChunkBytes: 64 * 1_024,
  /** Size of an archive entry that is inflated in memory, of the 128 MB of a Worker. */
  inflateAtOnceBytes: 8 * MIB,
  /** Archive entries with at most this gap are read together, up to this size: smaller reads cost more requests. */
  neighbourGapBytes: 128 * 1_024,
  neighbourBytes: 2 * MIB,
  /** Nesting depth of HTML or XML elements, or of RTF groups: browsers flatten HTML beyond 512. */
  maxNesting: 512,
  /** Nesting depth of the properties of a GeoJSON file that become columns; deeper objects are one cell, as JSON. */
  maxColumnNesting: 20,
  /** The opening tag of the root of a KML or GPX file, which is parsed again with each of its features. */
  maxRootChars: 8 * KB,
  /** Elements of one feature of KML or GPX, without the points of a track: 65 µs and 1 kB each (measured). */
  maxFeatureElements: 50_000,
  /** Positions and boxes of rings compared to assign the holes of a shape to its areas: a second at most (measured). */
  maxRingSteps: 20_000_000,
  /** Name, comment and extra field of one gzip member; real ones hold a file name. */
  maxGzipHeaderBytes: 4 * 1_024,
} as const

/** Archives of any content. */
export const archives = {
  /** Files in one archive: each is a row of metadata and a read of its content. */
  maxEntries: 50_000,
  /** Central directory, read whole: 50,000 entries with long names. */
  maxDirectoryBytes: 16 * MIB,
  /** An entry that inflates further is a bomb: real documents reach 20, DEFLATE 1,032. */
  maxInflateRatio: 200,
  inflateRatioFromBytes: 10 * MB,
  /** Inflated bytes of one archive. */
  maxInflatedBytes: 20_000 * MB,
} as const

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

export const calendars = {
  /** Of one event. */
  maxOccurrences: 1_000,
  /** The last moment of a recurrence. */
  lastMs: Date.UTC(2100, 0, 1) - 1,
  /** Days and times tested for the rules of a whole file: a million take a second at most (measured). */
  maxSteps: 5_000_000,
  /** Times of one period of a rule, a year at most: every second of a day has 86,400. */
  maxPeriodTimes: 500_000,
  /** Characters that a content line counts at least, of `files.maxRecordChars`: a short one takes some 250 bytes of memory. */
  minLineChars: 40,
  /** Content lines of all time zones, which are in memory. */
  maxZoneLines: 100_000,
  /** Time zones described in one file; the world has some hundreds. */
  maxZones: 1_000,
  /** Changes of their clocks that are in memory: a zone has two a year, 1,000 from 1601 on. */
  maxOnsets: 100_000,
  /** Occurrences with a component of their own, which are in memory. */
  maxExceptions: 50_000,
  /** Properties of the calendar itself: programs write ten. */
  maxProperties: 50,
} as const

/** Files attached to lines. */
export const attachments = {
  /** A path is part of a URL (16 KB at most, workers/platform/limits), percent-encoded. */
  maxPathChars: 1_000,
  /** Attachments that one statement reads or inserts: a bound value is at most 2 MB (d1/platform/limits). */
  listedAtOnce: 1_000,
  /** Larger ones are not indexed by content. */
  maxReadBytes: 5 * MB,
  /** Text indexed of one attachment. */
  maxContentChars: 100_000,
  /** The same in a line written as JSON: accents and escapes. */
  maxContentBytes: 300 * KB,
  /** Title, author and the like. */
  maxPropertyChars: 1_000,
  /** Attachments read between two heartbeats. */
  readAtOnce: 50,
  /** A document that crashed the process this often is skipped: a message has five attempts. */
  maxReadStarts: 2,
  /** Fetched together: six connections may wait at once (workers/platform/limits), 5 MB each in memory. */
  fetchedAtOnce: 5,
  /** Text of contents in one statement: a bound value is at most 2 MB (d1/platform/limits). */
  writtenChars: 600 * KB,
  /** Paths listed in a message. */
  maxListedPaths: 10,
  /** Inflated bytes of one document: a book has some megabytes, a workbook of 5 MB ten times as much. */
  maxDocumentBytes: 100 * MB,
  /** Pages of a PDF that are read. */
  maxPages: 500,
  /** Pages visited to find them: each is found from the first one, 2 µs per page before it (measured). */
  maxPageSteps: 10_000_000,
  /** Time limit for one document; the content of a slower one is not indexed. */
  maxReadMs: 10_000,
} as const
