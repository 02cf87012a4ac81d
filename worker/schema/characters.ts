/** Classes of characters and sizes of texts, for the scan of `profile/field-profile.ts`. */

export const digitClass = 1
const codeClass = 2
export const otherClass = 4
export const nonAsciiClass = 8
/** By code of ASCII character. Codes (identifiers such as `AB-12`) consist of digits and `codeClass`. */
export const classes = new Uint8Array(128).map((_, code) => {
  const character = String.fromCharCode(code)
  return /\d/.test(character) ? digitClass : /[A-Za-z_./-]/.test(character) ? codeClass : otherClass
})

/** Whether some character takes more than one byte in UTF-8. */
export function hasNonAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return true
  return false
}

/** UTF-8 bytes; a pair of surrogates counts 6 where it takes 4. */
export function byteLength(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : 3
  }
  return bytes
}
