/** The description in a draft: its properties replace those of the dataset once the draft is validated. Pure. */
import { type DraftDescription, describedKeys, type Metadata, metadataSchema, type Version } from './document'

type Described = { metadata: Metadata; draft?: Version | undefined }

/** The metadata of a dataset with the description of its draft. */
export function metadataWithDraft({ metadata, draft }: Described): Metadata {
  if (!draft?.description) return metadata
  const entries = Object.entries({ ...metadata, ...draft.description }).filter(([, value]) => value !== null)
  return metadataSchema.parse(Object.fromEntries(entries))
}

/**
 * Splits changed metadata: the description goes to the draft, where null removes a property; the other properties, which processing
 * reads, are those of the dataset.
 */
export function splitDescription(
  stored: Metadata,
  changed: Metadata,
): { metadata: Metadata; description: DraftDescription | undefined } {
  const different = describedKeys.filter((key) => JSON.stringify(stored[key]) !== JSON.stringify(changed[key]))
  const kept = Object.fromEntries(describedKeys.map((key) => [key, stored[key]]))
  const metadata = metadataSchema.parse(
    Object.fromEntries(Object.entries({ ...changed, ...kept }).filter(([, value]) => value !== undefined)),
  )
  if (different.length === 0) return { metadata, description: undefined }
  // The values are those of checked metadata.
  const description = Object.fromEntries(different.map((key) => [key, changed[key] ?? null])) as DraftDescription
  return { metadata, description }
}
