import { attachmentAt, bundleOfLines } from '../worker/attachments'
import type { Context } from '../worker/context'
import { Problem } from '../worker/errors'
import { limits } from '../worker/limits'
import type { TablePointer } from '../worker/lines/storage'
import { unreadPaths, writeLineFacts } from '../worker/lines/write'
import { attachmentField } from '../worker/schema/attached'
import type { Field } from '../worker/schema/field'
import { factsOf, unfinished } from './processing/attachments'

/** Reads what is in the attachments that editable lines name since the last time, some of them. @returns whether more may be */
export async function readAttached(
  ctx: Context,
  input: { dataset: string; db: D1Database; pointer: TablePointer; fields: readonly Field[] },
): Promise<boolean> {
  const { dataset, db, pointer, fields } = input
  const field = attachmentField(fields)?.key
  if (field === undefined) return false
  const limit = limits.attachments.readAtOnce
  const paths = await unreadPaths(db, pointer, { field, limit })
  for (const path of paths) {
    const attachment = await attachmentAt(ctx, bundleOfLines(dataset), path).catch((error: unknown) => {
      if (error instanceof Problem) return undefined
      throw error
    })
    if (!attachment) {
      await writeLineFacts(db, pointer, { field, facts: [{ path, '_file.error': 'This file is missing.' }] })
      continue
    }
    // What stands there should the process end in the middle: a document that ends it is not read again for ever.
    await writeLineFacts(db, pointer, { field, facts: [unfinished(attachment)] })
    // One at a time: the text of one is all that a statement should carry.
    for await (const facts of factsOf(ctx, [attachment])) await writeLineFacts(db, pointer, { field, facts: [facts] })
  }
  return paths.length === limit
}
