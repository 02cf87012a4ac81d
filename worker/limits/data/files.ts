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
