/** Images: the EXIF metadata. */
import exifr from 'exifr/dist/lite.esm.mjs'
import { z } from 'zod'
import type { DocumentFacts } from './document'

const exifSchema = z.looseObject({
  ImageDescription: z.string().optional().catch(undefined),
  Artist: z.string().optional().catch(undefined),
  Copyright: z.string().optional().catch(undefined),
  Make: z.string().optional().catch(undefined),
  Model: z.string().optional().catch(undefined),
  DateTimeOriginal: z.date().optional().catch(undefined),
  CreateDate: z.date().optional().catch(undefined),
  latitude: z.number().optional().catch(undefined),
  longitude: z.number().optional().catch(undefined),
})

/** An image without readable EXIF has no properties; it is not an error. */
export async function readImage(bytes: Uint8Array): Promise<DocumentFacts> {
  const exif = await exifr.parse(bytes).catch(() => undefined)
  const parsed = exifSchema.safeParse(exif)
  if (!parsed.success) return {}
  const { ImageDescription, Artist, Copyright, Make, Model, DateTimeOriginal, CreateDate, latitude, longitude } =
    parsed.data
  const position = latitude !== undefined && longitude !== undefined ? `${latitude},${longitude}` : undefined
  const texts = [ImageDescription, Copyright, [Make, Model].filter(Boolean).join(' '), position].filter(Boolean)
  const date = DateTimeOriginal ?? CreateDate
  return {
    content: texts.join('\n'),
    title: ImageDescription,
    author: Artist,
    date: date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined,
  }
}
