/** What a CSV may be written with, in the order in which equals are preferred (contract datasets §5.1). */
export const delimiters = [',', ';', '\t', '|'] as const
export const quotes = ['"', "'"] as const
