import type { BatchItem } from 'drizzle-orm/batch'
import type { Field } from '../../schema/field'
import type { Dataset } from '../metadata/dataset'
import type { Approvals, Metadata, Version } from '../metadata/document'

/** The metadata of a new dataset; its title may be missing. */
type NewMetadata = Omit<Metadata, 'title'> & { title?: string | undefined }

/** The initial state of a dataset: its row, and the statements written with it. */
export type InitialState = {
  nature: Dataset['nature']
  metadata: Metadata
  published: Version
  draft?: Version | undefined
  /** For virtual datasets. */
  approvals?: Approvals
  statements: BatchItem<'sqlite'>[]
  /** The run to send after the batch is written. */
  run?: string
  /** The run of a collector to send: it reads a remote file. */
  read?: string
}

/**
 * The parts that the queue copies after the creation. Refusals are written to the journal, like other processing
 * errors.
 */
export type InitialCopy = {
  dataset: string
  lines: boolean
  /** The attachments of its metadata. */
  files: boolean
  /** The dataset of a file is deleted once its lines are copied. */
  deletesSource?: boolean
  refusal?: 'init-source-unknown' | 'init-source-refused'
}

export type CreationInput = {
  description: NewMetadata
  schema: readonly Field[]
  filling?: InitialCopy | undefined
}
