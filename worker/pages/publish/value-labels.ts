/** Labels of values in a form: a line for each, `value = label`. Pure. */

export function labelsText(labels: Record<string, string> | null | undefined): string {
  return Object.entries(labels ?? {})
    .map(([value, label]) => (label === '' || label === value ? value : `${value} = ${label}`))
    .join('\n')
}

/** The labels of a text; null when there are none. A line without a sign is a value without a label. */
export function labelsOf(text: string): Record<string, string> | null {
  const labels = text.split(/\r\n?|\n/).flatMap((line) => {
    const sign = line.indexOf('=')
    const value = (sign < 0 ? line : line.slice(0, sign)).trim()
    const label = sign < 0 ? '' : line.slice(sign + 1).trim()
    return value === '' ? [] : [[value, label] as const]
  })
  // fromEntries defines own properties: a value may be called __proto__.
  return labels.length > 0 ? Object.fromEntries(labels) : null
}
