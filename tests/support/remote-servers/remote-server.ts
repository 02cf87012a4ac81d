/** The common interface of the servers of the tests. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type RemoteServer = {
  name: string
  connection: { url: string; username?: string; password?: string; sshKey?: string }
  /** Its folder, on disk, and the path that the server gives it. */
  folder: string
  base: string
  stop: () => Promise<void>
}

const fixtures = join(import.meta.dirname, '../../fixtures/tls')
/** The certificate of the servers; the Worker of the tests trusts its authority. */
export const authorityPath = join(fixtures, 'authority.crt')
export const certificatePath = join(fixtures, 'localhost.crt')
export const keyPath = join(fixtures, 'localhost.key')
export const tls = { cert: readFileSync(certificatePath), key: readFileSync(keyPath) }

export const user = { username: 'ann', password: 'a secret: ÿ€ @/%' }
export const rows = 'station,level\nNantes,3.2\nAngers,2.9\n'
export const big = randomBytes(8_000_003)

/** Fills a folder with the files that every server offers. */
export function fill(folder: string): string {
  for (const name of ['in', 'in/sub', 'done']) mkdirSync(join(folder, name), { recursive: true, mode: 0o755 })
  for (const [name, content] of Object.entries({
    'stations.csv': rows,
    'données été 100%.csv': 'été\n',
    'empty.csv': '',
    'big.bin': big,
    'old.csv': 'a\n1\n',
    'to-move.csv': 'moved\n',
    'to-remove.csv': 'removed\n',
    'growing.csv': rows,
  })) {
    writeFileSync(join(folder, 'in', name), content, { mode: 0o644 })
  }
  utimesSync(join(folder, 'in/old.csv'), new Date('2020-02-03T04:05:06Z'), new Date('2020-02-03T04:05:06Z'))
  chmodSync(folder, 0o755)
  return folder
}
