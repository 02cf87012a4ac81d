/** Who may frame the pages for frames, by their path. Pure. */
import type { Framing } from '../content-security-policy'

/** Parts of datasets that any site may frame, for anonymous readers. */
export const openPartNames = [
  'table',
  'map',
  'map-bounds',
  'charts',
  'search-files',
  'thumbnails',
  'download',
  'fields',
] as const
export type OpenPart = (typeof openPartNames)[number]

const open = new RegExp(`^/embed/dataset/[^/]+/(${[...openPartNames, 'api-docs'].join('|')})$`)

/** @param path of the request, below that of PUBLIC_URL */
export function framingOf(path: string): Framing {
  if (open.test(path)) return 'anyone'
  return path.startsWith('/embed/') ? 'us' : 'nobody'
}
