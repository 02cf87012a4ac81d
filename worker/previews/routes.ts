import { Hono } from 'hono'
import type { HttpEnv } from '../http/env'
import { textResponse } from '../http/respond'
import { limits } from '../limits'
import { readPicture } from './read-preview'

/** The pictures of previews, for pages; not a part of the API. */
export const previewRoutes = new Hono<HttpEnv>()

previewRoutes.get('/dataset/:id/preview.svg', async (c) => {
  const picture = await readPicture(c.get('ctx'), c.req.param('id'))
  return textResponse(c.req.raw, picture, {
    headers: {
      'content-type': 'image/svg+xml; charset=UTF-8',
      // The URL names the version.
      'cache-control': `private, max-age=${limits.previews.pictureMaxAgeSeconds}`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    },
  })
})
