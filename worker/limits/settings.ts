/** Settings of an account. */

export const settings = {
  maxTitleChars: 300,
  /** Addresses, descriptions, drawings of icons. */
  maxTextChars: 20_000,
  /** Items of each list: the whole is one D1 value of at most 2 MB (d1/platform/limits). */
  maxItems: 500,
  /** Datasets changed in one batch when a topic changes; each holds its description. */
  topicBatch: 50,
} as const
