/** Items of a list per level: separated by `;`, or by `,` when the text contains no `;`. */
export function levelItems(text: string | null): string[] {
  if (!text) return []
  const items = text.split(';')
  const parts = items.length === 1 && text.includes(',') ? text.split(',') : items
  return parts.map((item) => item.trim())
}
