/** The address that the file of a dataset is read from, in requests and responses. Pure. */
import { z } from '@hono/zod-openapi'
import { kindOf, mimetypes } from '../../formats/kinds/kinds'
import { limits } from '../../limits'

const text = z.string().max(limits.datasets.maxTitleChars).nullish()

/** What is known of the file is read-only: clients send it back as they have read it. */
export const remoteFileSchema = z
  .strictObject({
    url: z
      .string()
      .max(limits.datasets.maxUrlChars)
      .regex(/^(https?|ftps?|ftpes|sftp):\/\//i, 'an http, https, ftp, ftps, ftpes or sftp address is expected')
      .openapi({ example: 'https://files.example.com/bike-racks.csv' }),
    name: text.openapi({ description: 'Name of the file, where the address does not end with one such as data.csv.' }),
    size: z.number().nullish(),
    mimetype: text,
    etag: text,
    lastModified: text,
    autoUpdate: z
      .strictObject({
        active: z.boolean().default(false),
        nextUpdate: text.openapi({ description: 'Date of the next look at the address; read-only.' }),
        lastUpdate: text.openapi({ description: 'Date of the last file that was put in the dataset; read-only.' }),
      })
      .nullish(),
    forceUpdate: z
      .boolean()
      .nullish()
      .openapi({ description: 'The file is read now, even if it has not changed; never in responses.' }),
  })
  .openapi('RemoteFile')
export type SentRemoteFile = z.output<typeof remoteFileSchema>

/** The remote file of a dataset in responses. */
export type RemoteFile = {
  url: string
  name?: string | undefined
  size?: number | undefined
  mimetype?: string | undefined
  etag?: string | undefined
  lastModified?: string | undefined
  autoUpdate: { active: boolean; nextUpdate?: string | undefined; lastUpdate?: string | undefined }
}

const storedSchema = z.object({
  config: z.looseObject({ url: z.string(), filename: z.string().optional() }),
  state: z.object({
    url: z.string().optional(),
    name: z.string().optional(),
    size: z.number().optional(),
    etag: z.string().optional(),
    lastModified: z.string().optional(),
    updatedAt: z.string().optional(),
  }),
  active: z.number(),
  rules: z.number(),
  next: z.string().nullable(),
})

/** The remote file of a dataset, from the collector that reads it (`db/dataset-row`). */
export function remoteFileIn(stored: string): RemoteFile {
  const { config, state, active, rules, next } = storedSchema.parse(JSON.parse(stored))
  const { url, filename } = config
  // What is known of the file of a former address says nothing of this one.
  const { name = filename, size, etag, lastModified, updatedAt } = state.url === url ? state : {}
  const isActive = active === 1 && rules > 0
  const mimetype = name && mimetypes.get(kindOf(name)?.extension ?? '')
  return {
    url,
    ...(name ? { name } : {}),
    ...(size === undefined ? {} : { size }),
    ...(mimetype ? { mimetype } : {}),
    ...(etag ? { etag } : {}),
    ...(lastModified ? { lastModified } : {}),
    autoUpdate: {
      active: isActive,
      ...(isActive && next ? { nextUpdate: next } : {}),
      ...(updatedAt ? { lastUpdate: updatedAt } : {}),
    },
  }
}
