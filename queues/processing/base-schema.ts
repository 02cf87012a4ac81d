import type { Dataset, Version } from '../../worker/datasets'
import type { Field } from '../../worker/schema/field'

/** The schema that the columns of a file are merged with: that of a version which defines its own, else the published one. */
export function baseSchema({ published }: Dataset, version: Version): readonly Field[] {
  const isOwn = version.definesSchema === true || published.schema.length === 0
  return isOwn ? version.schema : published.schema
}
