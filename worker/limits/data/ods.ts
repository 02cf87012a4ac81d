/** The API of Opendatasoft. */

export const ods = {
  /** Records: default and maximum `limit`, maximum offset + limit, groups. */
  defaultLimit: 10,
  maxLimit: 100,
  maxWindow: 10_000,
  maxGroups: 20_000,
  /** Characters of the keys of groups that are read at once. */
  groupChars: 8_000_000,
  /** Bounds of one `range` with explicit bounds. */
  maxBounds: 100,
} as const
