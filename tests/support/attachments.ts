/** Archives of attachments made for a test. */
import { strToU8, zipSync } from 'fflate'

export const html =
  '<!doctype html><html lang="fr"><head><title>Un titre</title><meta name="author" content="Ann"></head><body><script>alert(1)</script><p>Bonjour &eacute;t&eacute;</p></body></html>'
/** A text, a page, and what else is given. */
export const archive = (more: Record<string, Uint8Array> = {}) =>
  zipSync({ 'a.txt': strToU8('Le texte du fichier, élan'), 'dir é/b.html': strToU8(html), ...more })
/** The part that carries them beside a data file. */
export const withArchive = (bytes: Uint8Array, name = 'files.zip') => [
  { name: 'attachments', value: bytes, fileName: name },
]
