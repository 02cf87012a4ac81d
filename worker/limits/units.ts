/** Units of the limits: bytes, milliseconds and seconds. */
export const KB = 1_000
export const MB = 1_000_000
export const KIB = 1_024
export const MIB = 1_048_576
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const MINUTE_SECONDS = 60
