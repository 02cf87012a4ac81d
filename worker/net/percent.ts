/** Decodes percent escapes (RFC 3986, section 2.1); the text itself when they are malformed. Pure. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
