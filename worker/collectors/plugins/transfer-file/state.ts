import { z } from '@hono/zod-openapi'

/** What is known of the last file that was put in the dataset. */
export const stateSchema = z.object({
  url: z.string().optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  size: z.number().optional(),
  /** The fingerprint of an SFTP server, which must stay the same. */
  hostKey: z.string().optional(),
  sha256: z.string().optional(),
  name: z.string().optional(),
  /** When the dataset last got a file. */
  updatedAt: z.string().optional(),
  datasetId: z.string().optional(),
})
export type FileState = z.output<typeof stateSchema>
