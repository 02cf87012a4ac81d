/** A list of values in a filter: `a,b`, or JSON texts when a value would be read otherwise. Pure. */
export function writeList(values: readonly string[]): string {
  const isPlain = values.every((value) => value !== '' && value.trim() === value && !/[,"]/.test(value))
  return isPlain ? values.join(',') : values.map((value) => JSON.stringify(value)).join(',')
}
