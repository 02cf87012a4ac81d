/** Lower-case, without accents: what lists sort titles by and search in. Pure. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
