/** Images: what the camera or its owner wrote in them (EXIF). */
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

/** An image without EXIF, or with one that cannot be read, says nothing: it is shown all the same. */
export async function readImage(bytes: Uint8Array): Promise<DocumentFacts> {
  const read = await exifr.parse(bytes).catch(() => undefined)
  const found = exifSchema.safeParse(read)
  if (!found.success) return {}
  const { ImageDescription, Artist, Copyright, Make, Model, DateTimeOriginal, CreateDate, latitude, longitude } =
    found.data
  const place = latitude !== undefined && longitude !== undefined ? `${latitude},${longitude}` : undefined
  const told = [ImageDescription, Copyright, [Make, Model].filter(Boolean).join(' '), place].filter(Boolean)
  const date = DateTimeOriginal ?? CreateDate
  return {
    content: told.join('\n'),
    title: ImageDescription,
    author: Artist,
    date: date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined,
  }
}
