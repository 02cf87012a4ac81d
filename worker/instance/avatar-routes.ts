/** The pictures of accounts at the address of the directory of data-fair: the logo of an organization that has one, else the picture of its type. */
import { Hono } from 'hono'
import type { HttpEnv } from '../http/env'
import { textResponse } from '../http/respond'
import { limits } from '../limits'
import { readLogo, sendLogo } from './logo'
import { presentationOf } from './presentation'

const shapes = {
  user: '<circle cx="32" cy="25" r="11"/><path d="M12 56a20 20 0 0 1 40 0z"/>',
  organization: '<path d="M12 26 32 12l20 14v4H12zM16 34h7v14h-7zm12.5 0h7v14h-7zM41 34h7v14h-7zM12 51h40v5H12z"/>',
} as const

const isType = (type: string): type is keyof typeof shapes => Object.hasOwn(shapes, type)

export const avatarRoutes = new Hono<HttpEnv>()

avatarRoutes.get('/api/avatars/:type/:id/:file{avatar\\.png}', async (c) => {
  const { type, id } = c.req.param()
  if (!isType(type)) return c.notFound()
  const ctx = c.get('ctx')
  const presentation = await presentationOf(ctx, { type, id, name: '' })
  if (presentation?.logo) return sendLogo(await readLogo(ctx, presentation))
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" rx="12" fill="#e4ece9"/><g fill="#4f6a61">${shapes[type]}</g></svg>`
  return textResponse(c.req.raw, picture, {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': `public, max-age=${limits.cache.publicMaxAgeSeconds}`,
      'content-security-policy': "default-src 'none'",
    },
  })
})
