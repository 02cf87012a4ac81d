/** What pages show at once. */
import { HOUR_MS } from '../units'

export const pages = {
  /** Results of a page of the catalogue, its last page, and characters of its search. */
  catalogueSize: 20,
  maxCataloguePage: 500,
  maxQueryChars: 200,
  /** Visualizations, most used datasets and topics on the home page: each is a line or two of a wide page. */
  latestVisualizations: 4,
  mostUsedDatasets: 5,
  topicTiles: 12,
  /** Base applications of the gallery: more than a deployment has. */
  galleryItems: 200,
  /** Redirects that a visitor's view of a page follows: names lead to ids, private applications to their sign-in. */
  visitorRedirects: 3,
  /** Longest value of a column that names rows. */
  maxLabelBytes: 200,
  /** Applications on the page of a dataset, datasets on that of an application. */
  datasetApplications: 24,
  applicationDatasets: 50,
  /** Applications, virtual datasets and extended datasets of a dataset that a new file, or a deletion, is told of: each is read. */
  dependents: 100,
  /** Values of a facet of the catalogue, and characters of a summary. */
  facetValues: 8,
  summaryChars: 220,
  /** Files of one page: the content of each is read for its extracts. */
  fileResults: 20,
  /** Lines of one page of a table, and of the review of a file. */
  tableLines: 50,
  /** Rows of a table that is printed, and its cells: some forty sheets, of which a browser makes a preview in some seconds. */
  printedLines: 2_000,
  printedCells: 40_000,
  reviewLines: 8,
  /** Rows and columns on the page of a dataset, which is read on phones too. */
  glanceLines: 5,
  /** Columns of a table whose list is read at a glance: longer lists have a search. */
  unsearchedColumns: 20,
  /** For how long a page may say that its dataset was just published: the processing of a large file ends within it. */
  publishedNoticeSeconds: 3_600,
  glanceColumns: 6,
  /** Of those columns, in rem: a character (of digits in a wide font), the padding of a cell, the widest text, and where columns are left out. */
  glanceWidths: { charRem: 0.5, paddingRem: 1.25, maxRem: 9.25, steps: [16, 18, 21, 24, 28, 32, 36, 42, 48, 54] },
  /** Rows of a draft whose values are held against concepts, and are shown on the map of its review. */
  reviewSample: 500,
  /** Rows read to check a type that is chosen for a column with more distinct values than its statistics hold. */
  typeCheckRows: 10_000,
  /** Rows taken at random for the classes of a number on a map: their quantiles are within 2 % of those of all rows. */
  classSample: 2_000,
  /** Characters of a value in the popup of a map. */
  popupChars: 300,
  /** Columns shown by default, so that the first page stays small. */
  defaultColumns: 40,
  /** Columns with longer values are not proposed as groups: real categories have one to six words. */
  groupNameChars: 40,
  /** Points of a scatter plot, rows taken at random. */
  chartPoints: 1_000,
  /** Frequent values of a column, of the rows that a search finds. */
  foundValues: 10,
  /** Values of a column that its panel lists on request. */
  listedValues: 200,
  /** Years or months with a bar each in the panel of a column of dates. */
  periodBars: 60,
  /** Rows up to which the statistics of a search are computed with its page; beyond, on request. Each reads the table about three times. */
  maxFoundLines: 100_000,
  /**
   * Rows of an editable or virtual dataset that its statistics are computed of: all of most datasets, else a random sample whose
   * shares are within 1 %; about 0.1 s of CPU time with 20 columns.
   */
  statisticsSample: 10_000,
  /** Rows by which the first chart of a dataset without stored statistics is chosen: a visitor waits for them. */
  chartSample: 1_000,
  /** Cached statistics of an isolate, of about 10 kB each. */
  rememberedStatistics: 50,
  /** Columns that fit on paper (`print.css`). */
  maxPrintedColumns: 12,
  /** Columns of the form of a new editable dataset; others are added afterwards through the API. */
  maxNewColumns: 50,
  /** Drafts listed on the page that publishes files. */
  draftsToContinue: 10,
  /** Datasets offered to be copied. */
  copySources: 200,
  /** Titles with a number that are tried for a dataset of a template whose title is taken. */
  numberedTitles: 20,
  /** Collectors of the list, and runs of one, that a page shows. */
  collectors: 1_000,
  collectorRuns: 20,
  /** Rows of a change: in the list of changes, on the page of the change; and columns of each row. */
  differencesOfChange: 3,
  differences: 200,
  differenceColumns: 12,
  /** How long the page of an import, or of an undo, can be read again. */
  outcomeMs: 1 * HOUR_MS,
  /** Refused rows that the page of an undo names, characters of a name, and the first rows of an undo, whose names are in memory. */
  refusedRows: 20,
  maxRowName: 100,
  namedRows: 20_000,
  /** Errors of an import. */
  importErrors: 50,
  /** Height of an embedded page, in pixels. */
  embedHeight: { min: 150, max: 3_000, initial: 500 },
  /** Allowed values that the error of a cell names. */
  listedAllowedValues: 8,
  /** Columns that the form of an import names. */
  importColumns: 12,
  /** Columns that the table is sorted by from its panels. */
  sortColumns: 4,
  /** Columns of an imported file that are offered a choice among those of the dataset. */
  importUnknownColumns: 100,
  /** Rows of the input of the labels of a column. */
  labelRows: 6,
  /** Columns that a new file lacks, and its new ones, that the review compares: the values of each are held against each other. */
  renamedColumns: 40,
  /** Characters of the text of someone else that a conflict quotes: enough to recognize it. */
  maxConflictChars: 200,
  /** Columns named in a summary: as many as fit on a line or two. */
  summaryColumns: 8,
  /** Bytes of an imported file that its separator is detected in. */
  importSampleBytes: 65_536,
  /** Values of a response up to which all are chosen at first in the form of an operation. */
  preselectedOutputs: 12,
} as const
