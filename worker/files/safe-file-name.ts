import { limits } from '../limits'
import { cutText } from '../schema/cut-text'

/**
 * The name of an uploaded file without unsafe parts: directories, control characters, bidirectional overrides;
 * cut to `limits.http.maxFileNameChars` with its extension kept. `data` when nothing is left.
 */
export function safeFileName(name: string): string {
  const base = name.split(/[/\\]/).pop() ?? ''
  const clean = base
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g, '')
    .trim()
  if (clean === '' || /^\.+$/.test(clean)) return 'data'
  if (clean.length <= limits.http.maxFileNameChars) return clean
  const extension = /(\.[a-z0-9]{1,10}){0,2}$/i.exec(clean)?.[0] ?? ''
  return cutText(clean, limits.http.maxFileNameChars - extension.length) + extension
}
