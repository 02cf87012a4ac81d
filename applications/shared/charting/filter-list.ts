/** A list of values in a filter: `a,b`, or quoted as in JSON if a value is empty or has a comma, a quote or outer spaces. Pure. */
export function writeList(values: readonly string[]): string {
  const isPlain = values.every((value) => value !== '' && value.trim() === value && !/[,"]/.test(value))
  return isPlain ? values.join(',') : values.map((value) => JSON.stringify(value)).join(',')
}
