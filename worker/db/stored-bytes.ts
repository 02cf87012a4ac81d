/** What the data of a dataset counts towards the quotas of its owner: generated columns of its row. */
import { sql } from 'drizzle-orm'

/**
 * Bytes of the files of a version, of its archive, of the metadata attachments, plus the rest in
 * `storage` (editable lines and their attachments). Computed by the database from what is stored, so that usage changes in
 * the same stroke as what is used.
 */
export const storeBytesSql = sql.raw(`coalesce("published"->>'$.originalFile.size', 0)
  + (case when "published"->>'$.file.object' <> "published"->>'$.originalFile.object' then coalesce("published"->>'$.file.size', 0) else 0 end)
  + (case when coalesce("draft"->>'$.originalFile.object', '') <> coalesce("published"->>'$.originalFile.object', '') then coalesce("draft"->>'$.originalFile.size', 0) else 0 end)
  + (case when "published"->>'$.attachments.object' <> "published"->>'$.originalFile.object' then coalesce("published"->>'$.attachments.size', 0) else 0 end)
  + (case when coalesce("draft"->>'$.attachments.object', '') not in ('', coalesce("draft"->>'$.originalFile.object', ''), coalesce("published"->>'$.attachments.object', '')) then coalesce("draft"->>'$.attachments.size', 0) else 0 end)
  + coalesce("published"->>'$.storage.size', 0)
  + "metadata_bytes"`)

/** As `indexedSize` (`datasets/metadata`). */
export const indexedBytesSql =
  sql.raw(`coalesce("published"->>'$.lines.valueBytes', "published"->>'$.file.size', "published"->>'$.originalFile.size', 0)
  + coalesce("published"->>'$.attachments.indexedSize', 0)
  + coalesce("published"->>'$.storage.indexed', 0)`)
