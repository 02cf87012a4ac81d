/** The file that tells which lines were refused, and why (contract editable-accounts F.5). Pure. */
import { limits } from '../../worker/limits'

export const diagnosticHeader = '\ufeffline,error_type,field,message,raw_value\n'

export type Refused = {
  /** Number of the line in the file, without its header, from 1. */
  line: number
  type: 'validation' | 'unicity'
  field: string
  message: string
  raw: string
}

/** One row of the file. */
export function diagnosticRow({ line, type, field, message, raw }: Refused): string {
  const max = limits.lines.maxRefusedChars
  const cut = raw.length > max ? `${raw.slice(0, max)}…` : raw
  return `${[String(line), type, field, message, cut].map(cell).join(',')}\n`
}

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
