/** Files of other programs, and real ones: they reach the engine of the tests as a binding (`vitest.config.ts`). */
import { env } from 'cloudflare:workers'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

/** A file of tests/fixtures. */
export function fixture(path: string): Uint8Array {
  const found = env.TEST_FILES[path]
  if (found === undefined) throw new Error(`no fixture ${path}`)
  return bytesOf(found)
}

/** The real files of ../shared/data by name; none where that folder is absent. */
export const sharedFiles: ReadonlyMap<string, Uint8Array> = new Map(
  Object.entries(env.TEST_FILES)
    .filter(([path]) => path.startsWith('shared/'))
    .map(([path, base64]) => [path.slice('shared/'.length), bytesOf(base64)]),
)
if (sharedFiles.size === 0) console.warn('SKIPPED: no real files in ../shared/data')
