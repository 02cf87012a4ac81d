/** Files of rows: chosen in the browser, and stored as the attachment of a row. */
import type { Row } from '../row'
import type { Store } from '../store'
import type { Texts } from '../texts'

/** Lets the user choose a file; nothing follows when none is chosen. */
export function chooseFile(onFile: (file: File) => void): void {
  const chooser = document.createElement('input')
  chooser.type = 'file'
  chooser.hidden = true
  chooser.addEventListener('change', () => {
    const file = chooser.files?.[0]
    chooser.remove()
    if (file) onFile(file)
  })
  chooser.addEventListener('cancel', () => chooser.remove())
  // Outside of the document it may be collected before the file is chosen.
  document.body.append(chooser)
  chooser.click()
}

/** Stores a file as the attachment of a row. @returns why it could not be stored, in words */
export async function attach(
  file: File,
  { row, store, texts }: { row: Row; store: Store; texts: Texts },
): Promise<string | undefined> {
  const { unstored, refused } = await store.attach(row, file)
  if (unstored) return texts.say('attachRowFirst')
  return refused === undefined ? undefined : texts.say('attachFailed', { name: file.name, reason: refused })
}
