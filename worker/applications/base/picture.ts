import type { Context } from '../../context'
import { type PictureSource, pictureAt } from '../../thumbnails/source'
import { baseAddress } from './bundled'
import { fetchBaseFile } from './fetch-file'
import { findBase } from './find-base'

/** The image of a base application, or its icon, and whether anyone may see it. @throws `base-application-not-found` */
export async function pictureOfBase(
  ctx: Context,
  { id, file }: { id: string; file: 'thumbnail' | 'icon' },
): Promise<{ of: string; source: PictureSource; isPublic: boolean }> {
  const base = await findBase(ctx, id)
  const folder = baseAddress(base.url, ctx.baseUrl)
  const image = file === 'icon' ? undefined : base.overrides.image
  const address = image && URL.canParse(image, folder) ? new URL(image, folder).href : `${folder}${file}.png`
  return {
    of: `base-applications/${id}`,
    source: pictureAt(ctx, address, () => fetchBaseFile(ctx, address)),
    isPublic: base.public,
  }
}
