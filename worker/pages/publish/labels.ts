/** Labels of values in a form: a line for each, `value = label`. Pure. */

export function labelsText(labels: Record<string, string> | null | undefined): string {
  return Object.entries(labels ?? {})
    .map(([value, label]) => `${value} = ${label}`)
    .join('\n')
}

/** The labels of a text; null when there are none. A line without a sign is a value without a label. */
export function labelsOf(text: string): Record<string, string> | null {
  const labels: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const [, value = '', label = ''] = /^\s*(.*?)\s*(?:=\s*(.*?)\s*)?$/.exec(line) ?? []
    if (value !== '') labels[value] = label
  }
  return Object.keys(labels).length > 0 ? labels : null
}
