/** Pages of the operator. */
import { KB, MB } from '../units'

export const administration = {
  /** Entries of lists without pages: runs, and failures of each type. */
  listSize: 200,
  /** Entries of a page of the activity. */
  activitySize: 50,
  /** Unit of the storage limit in its form. */
  megabyte: MB,
} as const

/** Appearance of the instance. */
export const instance = {
  maxTitleChars: 80,
  maxSummaryChars: 300,
  /** Markdown of the home page. */
  maxTextChars: 20_000,
  maxBannerChars: 500,
  maxLinks: 10,
  maxHrefChars: 500,
  maxLogoBytes: 500 * KB,
  /** Contrast of the colour with white: text in it on tinted surfaces then keeps 4.5 (WCAG 2.2, 1.4.3). */
  minContrast: 5,
} as const
