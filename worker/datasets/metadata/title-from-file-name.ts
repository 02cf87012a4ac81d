/** A title derived from a file name. */
export function titleFromFileName(baseName: string): string {
  const title = baseName
    .replace(/[.,/#!$%^&*;:{}=\-_`~()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return title || baseName
}
