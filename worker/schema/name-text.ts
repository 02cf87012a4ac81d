/** Names of users, organizations and departments: one line, which pages, lists and messages repeat. Pure. */
import { z } from '@hono/zod-openapi'
import { limits } from '../limits'
import { cutText } from './cut-text'

/** A name in a request. */
export const sentName = z
  .string()
  .trim()
  .min(1)
  .max(limits.accounts.maxNameChars)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'a name has no line breaks or other control characters')

/** A name of another directory, or one that was stored without these limits: it is written on one line, and cut. */
export const nameOnOneLine = (name: string): string =>
  cutText(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), limits.accounts.maxNameChars)
