import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** The date of entries: archives of the same files are the same bytes. */
const mtime = new Date(Date.UTC(1980, 0, 2))

/** @property deflated the file is compressed; most attachments are already, and stored as they are */
export type ZipFile = { path: string; bytes: () => AsyncIterable<Uint8Array>; deflated?: boolean }

/** A zip of files, in their order, with one chunk in memory. */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  for await (const { path, bytes, deflated } of files) {
    const entry = deflated ? new ZipDeflate(path) : new ZipPassThrough(path)
    entry.mtime = mtime
    archive.add(entry)
    for await (const chunk of bytes()) {
      entry.push(chunk)
      yield* written.splice(0)
    }
    entry.push(new Uint8Array(0), true)
    yield* written.splice(0)
  }
  archive.end()
  yield* written.splice(0)
}
