/**
 * The interface of a plugin: an object of this service, or the entry point of another Worker, which the service calls over a
 * service binding. Everything that crosses it can be sent over RPC.
 */
import type { Reason } from '../../errors'
import type { CollectorConfig } from '../document'

/** A JSON schema (2020-12). `writeOnly` makes a property a secret, `x-i18n-*` hold its texts in other languages. */
export type JsonSchema = {
  type?: string
  title?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  items?: JsonSchema
  oneOf?: JsonSchema[]
  format?: string
  writeOnly?: boolean
  /** The property is used with these values of its sibling `type` only: forms hide it for others. */
  'x-with'?: readonly string[]
  /** Forms show the property among further options. */
  'x-advanced'?: boolean
  /** Of the schema of a plugin whose messages come by themselves: its collectors have no schedule. */
  'x-receives'?: 'webhook' | 'broker'
  /** The dataset is an editable one (`format: 'dataset'`). */
  'x-editable'?: boolean
  'x-i18n-title'?: Record<string, string>
  'x-i18n-description'?: Record<string, string>
  [keyword: string]: unknown
}

export type Plugin = {
  /** The JSON schema of the configuration; its title and description are those of the plugin. */
  schema: () => JsonSchema | Promise<JsonSchema>
  /** Updates datasets. What it throws ends the run with an error. */
  run: (context: PluginContext) => Promise<RunResult | undefined>
  /** Reads the first rows of the source, and changes nothing. */
  preview?: (context: PreviewContext) => Promise<SourcePreview>
}

/** @property deleteOnComplete the run had nothing to do: a scheduled run is then not kept */
export type RunResult = { deleteOnComplete?: boolean | undefined }

/** The first rows of a source, as texts. `proposed`: values for properties of the configuration that would read more rows. */
export type SourcePreview = {
  columns: string[]
  rows: string[][]
  note?: string | undefined
  proposed?: Record<string, string> | undefined
}

export type PreviewContext = {
  config: CollectorConfig
  /** Secrets of the configuration, by path: `password`, `auth.token`. */
  secrets: Record<string, string>
  /** Sends a request to the public internet. Its time is bounded, and a GET that fails is repeated. */
  fetch: (url: string, init?: FetchInit) => Promise<Response>
  /** Opens a file of an FTP or SFTP server: `ftp:`, `ftps:`, `ftpes:`, `sftp:`. */
  openFile: (connection: FileConnection) => Promise<OpenedFile>
  /** The files of a folder of an FTP or SFTP server, or of an index page over HTTP, in no order. */
  listFiles: (connection: FileConnection) => Promise<RemoteFolder>
  /** Bytes of a response that a preview reads; absent in runs, which read all. */
  previewBytes?: number
  /** Whether the run is to stop. From then on all else in the context throws, and its requests are aborted. */
  isStopped: () => Promise<boolean>
}

export type PluginContext = PreviewContext & {
  collector: { id: string; title: string; owner: { type: string; id: string; name: string } }
  run: { id: string }
  /** What the last run stored with `saveState`. */
  state: CollectorConfig
  /** The last checkpoint of this run, when it was interrupted; undefined at its start. */
  cursor: unknown
  log: PluginLog
  datasets: PluginDatasets
  /** Deletes a file of an FTP or SFTP server. */
  removeFile: (connection: FileConnection) => Promise<void>
  /** Moves a file of an FTP or SFTP server to a folder, which exists: absolute, or relative to the folder of the file. */
  moveFile: (connection: FileConnection, folder: string) => Promise<void>
  /** Merges properties into the stored configuration. */
  patchConfig: (patch: CollectorConfig) => Promise<void>
  /** Stores what the next run needs. */
  saveState: (state: CollectorConfig) => Promise<void>
  /** Stores where the run is. The run may continue from here in another process: `run` is then called again. */
  checkpoint: (cursor: unknown) => Promise<void>
}

/** A file on another server, and who asks for it. `hostKey` is the expected fingerprint of an SFTP server. */
export type FileConnection = {
  url: string
  username?: string | undefined
  password?: string | undefined
  sshKey?: string | undefined
  hostKey?: string | undefined
}

/** @property modifiedAt ISO date; undefined, as `size`, where the server does not tell it */
export type OpenedFile = {
  name: string
  size: number | undefined
  modifiedAt: string | undefined
  hostKey: string | undefined
  body: ReadableStream<Uint8Array>
}

export type RemoteFolder = { hostKey: string | undefined; files: ListedFile[] }

/** @property modifiedAt as in `OpenedFile` */
export type ListedFile = {
  /** Its address, for `openFile` or `fetch`. */
  url: string
  name: string
  size: number | undefined
  modifiedAt: string | undefined
}

/** A message for readers of any language, or in each. */
export type LogText = string | Reason

export type PluginLog = {
  /** Begins a step of the run. */
  step: (message: LogText) => Promise<void>
  info: (message: LogText, extra?: unknown) => Promise<void>
  warning: (message: LogText, extra?: unknown) => Promise<void>
  /** Tells of an error, and does not end the run. */
  error: (message: LogText, extra?: unknown) => Promise<void>
  debug: (message: LogText, extra?: unknown) => Promise<void>
  /** Begins a task, whose progress is then told under the same name. */
  task: (name: LogText) => Promise<void>
  progress: (name: LogText, done: number, total?: number) => Promise<void>
}

export type FetchInit = {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Stops the request after this time. */
  timeoutMs?: number
}

/** A file: its name says its format. */
export type PluginFile = { name: string; body: ReadableStream<Uint8Array>; encoding?: string | undefined }

/** The datasets of the account of the collector. */
export type PluginDatasets = {
  /** Undefined when it does not exist. */
  read: (id: string) => Promise<DatasetSummary | undefined>
  /**
   * Creates a dataset from a file; editable or with metadata only when `metadata` says so. A run that is repeated after an
   * interruption gets the same dataset for the same key.
   */
  create: (
    key: string,
    metadata: CollectorConfig,
    file?: PluginFile,
  ) => Promise<DatasetSummary & { sha256?: string | undefined }>
  /**
   * Replaces the file of a dataset: readers have the previous version until the new one is processed. Nothing changes when
   * the file has the hash `unless`. With `holdsBreaking`, a version that lacks columns or changes their types waits for a review.
   */
  update: (
    id: string,
    file: PluginFile,
    options?: { unless?: string | undefined; holdsBreaking?: boolean | undefined },
  ) => Promise<{ sha256: string | undefined; changed: boolean }>
  /**
   * Stores a file of the description of a dataset, instead of the one with its name, and lists it in `attachments` once.
   * `size` is in bytes.
   */
  attach: (id: string, file: PluginFile & { size: number; title?: string | undefined }) => Promise<void>
  /** Changes the description of a dataset. */
  patch: (id: string, metadata: CollectorConfig) => Promise<void>
  /** Writes lines of an editable dataset. With `drop` they replace all others, or nothing changes. */
  writeLines: (id: string, lines: PluginLines) => Promise<LinesSummary>
  /** Writes a dataset as a file to an address or as a file of its description, unless it has the version `unless`. */
  export: (id: string, file: FileExport) => Promise<ExportedFile>
  /** Waits until a dataset is processed. Throws when its processing failed. */
  finalized: (id: string) => Promise<void>
}

/** @property fields keys of the columns; all without any */
export type FileExport = {
  format: 'csv' | 'json' | 'geojson' | 'xlsx' | 'parquet'
  fields?: readonly string[] | undefined
  to: FileConnection | { attachment: string; title?: string | undefined }
  unless?: string | undefined
}

/** @property version that of the content: the same for the same file */
export type ExportedFile = { size: number; version: string; hostKey: string | undefined; changed: boolean }

/**
 * @property columns keys of its columns
 * @property fileHash identifies the content of the file that readers get: the SHA-256 of one that a plugin has sent; absent without a file
 */
export type DatasetSummary = {
  id: string
  title: string
  status: string
  isRest: boolean
  columns: string[]
  createdAt: string
  fileHash?: string | undefined
}

export type PluginLines = {
  body: ReadableStream<Uint8Array>
  format: 'json' | 'ndjson' | 'csv'
  /** Names the body, where a run writes several: their lines without an id get ids of their own. */
  key?: string | undefined
  separator?: string | undefined
  encoding?: string | undefined
  drop?: boolean | undefined
  /** Nothing changes when the body has this SHA-256. */
  unless?: string | undefined
}

export type LinesSummary = {
  nbOk: number
  nbNotModified: number
  nbErrors: number
  errors: { line: number; error: string }[]
  sha256: string
  changed: boolean
}
