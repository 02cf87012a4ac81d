/** Characters that XML 1.0 does not allow, even escaped: control characters, halves of surrogate pairs, non-characters. */
const impossible =
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\r', '&#13;'],
])

/** A text as the content of an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(impossible, '').replace(/[&<>"\r]/g, (sign) => entities.get(sign) ?? sign)
}
