/** Lower-cases a text and removes its accents: for comparisons, and as the first step of keys and slugs. Pure. */
export function foldAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
