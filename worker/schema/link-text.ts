import { z } from '@hono/zod-openapi'

/**
 * A text that other sites use as the address of a link or a picture. Our pages only follow web addresses; those of others may follow
 * what they are given. Browsers ignore spaces and control characters in a scheme.
 */
export const linkText = z
  .string()
  .refine(
    (text) => !/^(javascript|vbscript):/i.test(text.replace(/[\s\p{Cc}]/gu, '')),
    'an address that runs a script cannot be stored',
  )
