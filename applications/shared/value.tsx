/** A value of a column; addresses and attachments are links. */
import { type Dataset, type Field, hasRole } from './application'
import type { Formats } from './locale'

type Props = { dataset: Pick<Dataset, 'href'>; field: Field; value: unknown; formats: Formats }

export function Value({ dataset, field, value, formats }: Props) {
  const text = formats.value(field, value)
  if (typeof value === 'string' && hasRole(field, 'attachment')) {
    const path = value.split('/')
    return (
      <a href={`${dataset.href}/attachments/${path.map(encodeURIComponent).join('/')}`} target="_blank" rel="noopener">
        {path.at(-1)}
      </a>
    )
  }
  if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text)) return <>{text}</>
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {new URL(text).hostname.replace(/^www\./, '')}
    </a>
  )
}

/** Whether a value is shown at all. */
export const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
