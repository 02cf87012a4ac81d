/** Appearance of the instance. */
import { KB } from '../units'

export const instance = {
  maxTitleChars: 80,
  maxSummaryChars: 300,
  /** Markdown of the home page. */
  maxTextChars: 20_000,
  maxBannerChars: 500,
  maxLinks: 10,
  maxHrefChars: 500,
  /** Markdown of the presentation of an organization: a paragraph or two beside each dataset. */
  maxPresentationChars: 1_000,
  maxLogoBytes: 500 * KB,
  /** Contrast of the colour with white: text in it on tinted surfaces then keeps 4.5 (WCAG 2.2, 1.4.3). */
  minContrast: 5,
} as const
