import { z } from '@hono/zod-openapi'

/**
 * The address of a link or a picture in a description. The pages of this service follow web addresses only; other sites that read
 * the API may follow any scheme, so those that run a script are refused. Browsers ignore spaces and control characters in a scheme.
 */
export const linkText = z
  .string()
  .refine(
    (text) => !/^(javascript|vbscript):/i.test(text.replace(/[\s\p{Cc}]/gu, '')),
    'an address that runs a script cannot be stored',
  )
