import type { Context } from '../../context'
import { type PictureSource, pictureAt } from '../../thumbnails/source'
import { findBase } from './find'

/** The image of a base application, or its icon, and whether anyone may see it. @throws `base-application-not-found` */
export async function pictureOfBase(
  ctx: Context,
  { id, file }: { id: string; file: 'thumbnail' | 'icon' },
): Promise<{ of: string; source: PictureSource; isPublic: boolean }> {
  const base = await findBase(ctx, id)
  const image = file === 'icon' ? undefined : base.overrides.image
  const address = image && URL.canParse(image, base.url) ? new URL(image, base.url).href : `${base.url}${file}.png`
  return { of: `base-applications/${id}`, source: pictureAt(ctx, address), isPublic: base.public }
}
