/** Lower-cases a text and removes accents, for sorting and searching. Pure. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
