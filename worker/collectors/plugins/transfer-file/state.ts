import { z } from '@hono/zod-openapi'
import { heldShape } from '../target-dataset'

const fileShape = {
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  size: z.number().optional(),
  ...heldShape,
}

/** The file that the last run stored. */
export const fileStateSchema = z.object(fileShape)
export type FileState = z.output<typeof fileStateSchema>

/** The state of a collector of one file, or of the newest of a folder. */
export const stateSchema = z.object({
  ...fileShape,
  url: z.string().optional(),
  /** The fingerprint of an SFTP server, which must stay the same. */
  hostKey: z.string().optional(),
  name: z.string().optional(),
  /** When the dataset last got a file. */
  updatedAt: z.string().optional(),
})
export type TransferState = z.output<typeof stateSchema>

/** The state of a collector of all files of a folder: the files that are stored, by name. */
export const folderStateSchema = z.object({
  url: z.string(),
  hostKey: z.string().optional(),
  files: z.record(z.string(), fileStateSchema),
})
export type FolderState = z.output<typeof folderStateSchema>
