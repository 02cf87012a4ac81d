import type { BatchItem } from 'drizzle-orm/batch'
import type { Field } from '../../schema/field'
import type { Approvals, Metadata, Version } from '../metadata/document'
import type { Dataset } from '../metadata/row'

/** What is said of a dataset that is created; its title may be missing. */
export type Said = Omit<Metadata, 'title'> & { title?: string | undefined }

/** How a dataset begins: what is stored of it, and the statements that go with it. */
export type Beginning = {
  nature: Dataset['nature']
  metadata: Metadata
  published: Version
  draft?: Version | undefined
  /** Of a virtual dataset. */
  approvals?: Approvals
  statements: BatchItem<'sqlite'>[]
  /** To send on its way once all is written. */
  run?: string
}

/** What is left to do once the dataset is there. Refusals are told in its journal, as whatever goes wrong with its data. */
export type Filling = {
  dataset: string
  lines: boolean
  /** Those of its description. */
  files: boolean
  refusal?: 'init-source-unknown' | 'init-source-refused'
}

export type Starting = {
  said: Said
  schema: readonly Field[]
  filling?: Filling | undefined
}
