import { delimiters } from '../../../formats/csv/delimiters'

const delimiterNames = {
  ',': 'delimiter:comma',
  ';': 'delimiter:semicolon',
  '\t': 'delimiter:tab',
  '|': 'delimiter:bar',
} as const

/** The name of a delimiter: most are hard to see. */
export function delimiterName(delimiter: string) {
  return delimiterNames[delimiters.find((one) => one === delimiter) ?? ',']
}
