import { problem } from '../../errors'

/** Items of a list per level: separated by `;`, or by `,` when the text contains no `;`. */
export function listOf(text: string | null): string[] {
  if (!text) return []
  const items = text.split(';')
  const parts = items.length === 1 && text.includes(',') ? text.split(',') : items
  return parts.map((item) => item.trim())
}

/** A whole number from 0 on. @throws `parameter-invalid` */
export function wholeNumber(parameter: string, text: string): number {
  if (/^\d{1,15}$/.test(text.trim())) return Number(text)
  throw problem('parameter-invalid', { parameter, reason: `"${text.slice(0, 100)}" is not a whole number from 0.` })
}
