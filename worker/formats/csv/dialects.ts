/** Delimiters and quotes that are detected, by decreasing preference. */
export const delimiters = [',', ';', '\t', '|'] as const
export const quotes = ['"', "'"] as const
