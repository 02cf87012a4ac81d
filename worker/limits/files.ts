/** The files that are read. */
import { KB, MB, MIB } from './units'

export const files = {
  /** A gz that grows beyond this ratio is a bomb; DEFLATE reaches 1,032 at most (zlib technical notes). */
  maxInflateRatio: 200,
  /** Ratios say nothing of small files. */
  inflateRatioFromBytes: 10 * MB,
  /** Bytes looked at to tell what a file is: a root element may stand behind a long comment. */
  signatureBytes: 4 * 1_024,
  /** Bytes looked at to find encoding and dialect (contract datasets §5.1). */
  sampleBytes: 1 * MB,
  /** Bytes asked of R2 at once: what is asked may be held in memory whole (the local engine does), and each costs a request. */
  windowBytes: 8 * MIB,
  /** Bytes decoded and parsed at once: large enough to cost little per call, small enough to be nothing in memory. */
  chunkBytes: 256 * 1_024,
  /** Rows scored when choosing a dialect (contract datasets §5.1). */
  dialectRows: 1_000,
  /** One cell: a value in D1 is at most 2 MB (d1/platform/limits), and JSON may escape every byte. */
  maxCellChars: 500_000,
  /** One record of a file, all its cells: bounds the memory of a reader on an unbalanced quote. */
  maxRecordChars: 2_000_000,
  /** One feature of a GeoJSON file: a country at full scale is some megabytes. */
  maxFeatureChars: 16_000_000,
  /** Features turned into GeoJSON at once. */
  featuresAtOnce: 200,
  /** The geometry of one line: what is longer is simplified until it fits in a row of D1 (2 MB) beside the rest. */
  maxGeometryChars: 1_000_000,
  /** Columns of one file: beyond, statistics no longer fit in the memory of a Worker (128 MB). */
  maxColumns: 1_000,
  /** A column name; longer ones are cut. Real headers hold sentences, never pages. */
  maxHeaderChars: 1_000,
  /** Bytes given to the statistical detection of an encoding: 64 kB take chardet 30 ms (measured). */
  encodingWindowBytes: 64 * KB,
  /** A value quoted in a message is cut here. */
  maxQuotedChars: 100,
  /** Bytes inflated at once: DEFLATE makes 1,032 of one at most, so a step of a bomb stays under 9 MB. */
  inflateStepBytes: 8 * 1_024,
  /** Inflated bytes are handed on in chunks of at least this size. */
  inflateChunkBytes: 64 * 1_024,
  /** A file of an archive that is inflated without a stream, of the 128 MB of a Worker. */
  inflateAtOnceBytes: 8 * MIB,
  /** Files of an archive that are this close are read together, up to so many bytes: reading less costs more requests. */
  neighbourGapBytes: 128 * 1_024,
  neighbourBytes: 2 * MIB,
  /** Elements of HTML or XML, or groups of RTF, within each other: browsers flatten HTML beyond 512. */
  maxNesting: 512,
  /** Objects within each other whose members become columns of a GeoJSON file; deeper ones are one cell, as JSON. */
  maxColumnNesting: 20,
  /** The opening tag of the root of a KML or GPX file, which is parsed again with each of its features. */
  maxRootChars: 8 * KB,
  /** Elements of one feature: 65 µs each for KML, 8 µs for GPX, whose tracks have three to four a point (measured). */
  maxKmlElements: 50_000,
  maxGpxElements: 500_000,
  /** Positions and boxes of rings looked at to find which area each hole of a shape is in: a second at most (measured). */
  maxRingSteps: 20_000_000,
  /** Name, comment and extra field of one gzip member; real ones hold a file name. */
  maxGzipHeaderBytes: 4 * 1_024,
} as const

/** Archives, whatever they hold. */
export const archives = {
  /** Files in one archive: each is a row of metadata and a look at its content. */
  maxEntries: 50_000,
  /** Central directory, read whole: 50,000 entries with long names. */
  maxDirectoryBytes: 16 * MIB,
  /** As for a gz: DEFLATE reaches 1,032 at most, documents 20. */
  maxInflateRatio: 200,
  inflateRatioFromBytes: 10 * MB,
  /** All files of one archive together. */
  maxInflatedBytes: 20_000 * MB,
} as const

export const workbooks = {
  /** Spreadsheets and calendars (contract datasets §8.3). */
  maxBytes: 50 * MB,
  /** Parts that describe others (list of sheets, styles): hundreds of kilobytes in real workbooks. */
  maxPartBytes: 16 * MIB,
  /** Shared strings are held in memory, up to twice these bytes, of the 128 MB of a Worker. */
  maxStringsBytes: 32 * MIB,
  /** Each takes some forty bytes however short it is: 1,340,000 were read in a heap of 119 MB at most (measured). */
  maxStrings: 1_500_000,
  /** XML of one row: 1,000 cells of 32,767 characters at most would be 32 MB; rows of real sheets hold kilobytes. */
  maxRowChars: 8 * MIB,
  /** Rows of a sheet: 1,048,576 in every program. */
  maxRows: 1_048_576,
  /** The table of a sheet as CSV. */
  maxTableBytes: 2_000 * MB,
  /** Cells that are links: 65,530 at most in Excel. */
  maxLinks: 100_000,
} as const

export const calendars = {
  /** Of one event (contract datasets §4.3). */
  maxOccurrences: 1_000,
  /** The last moment of a recurrence (contract datasets §4.3). */
  lastMs: Date.UTC(2100, 0, 1) - 1,
  /** Days and times looked at for the rules of a whole file: a million take a second at most (measured). */
  maxSteps: 5_000_000,
  /** Time zones described in one file; the world has some hundreds. */
  maxZones: 1_000,
  /** Properties of the calendar itself: programs write ten. */
  maxProperties: 50,
} as const

/** Files attached to lines. */
export const attachments = {
  /** A path is in an address (16 KB at most, workers/platform/limits), percent-encoded. */
  maxPathChars: 1_000,
  /** Rows of one INSERT: a bound value is at most 2 MB (d1/platform/limits). */
  listedAtOnce: 1_000,
  /** Larger ones are not read for their content (contract datasets §8.3). */
  maxReadBytes: 5 * MB,
  /** Text kept of one attachment (contract datasets §6). */
  maxContentChars: 100_000,
  /** The same in a line written as JSON: accents and escapes. */
  maxContentBytes: 300 * KB,
  /** Title, author and the like. */
  maxPropertyChars: 1_000,
  /** Looked at between two signs of life. */
  readAtOnce: 50,
  /** A document in whose reading the process ended this often is left as it is: a message has five attempts. */
  maxBeginnings: 2,
  /** Fetched together: six connections may wait at once (workers/platform/limits), 5 MB each in memory. */
  fetchedAtOnce: 5,
  /** Text of contents in one statement: a bound value is at most 2 MB (d1/platform/limits). */
  writtenChars: 600 * KB,
  /** Paths told in a message. */
  toldPaths: 10,
  /** What is inflated of one document in all: a book is some megabytes, a workbook of 5 MB ten times as much. */
  maxDocumentBytes: 100 * MB,
  /** Pages of a PDF that are read. */
  maxPages: 500,
  /** Pages looked at to find them: each is found from the first on, 2 µs per page before it (measured). */
  maxPageSteps: 10_000_000,
  /** A document that takes longer is left as it is. */
  maxReadMs: 10_000,
} as const
