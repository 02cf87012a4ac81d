/** A value of a column; addresses are links. */
import type { Field } from './application'
import type { Formats } from './locale'

export function Value({ field, value, formats }: { field: Field; value: unknown; formats: Formats }) {
  const text = formats.value(field, value)
  if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text)) return <>{text}</>
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {new URL(text).hostname.replace(/^www\./, '')}
    </a>
  )
}

/** Whether a value is shown at all. */
export const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
