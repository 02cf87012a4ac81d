/** Settings of an account. */

export const settings = {
  maxTitleChars: 300,
  /** URLs, descriptions, SVG icons. */
  maxTextChars: 20_000,
  /** Items of each list: all settings are one D1 value of at most 2 MB (d1/platform/limits). */
  maxItems: 500,
  /** Datasets updated in one batch when a topic changes; each row holds its description. */
  topicBatch: 50,
} as const
