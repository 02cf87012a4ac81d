/** Computed columns that a draft leaves out: its file lacks their inputs. Pure. */
import { problem } from '../../errors'
import type { Metadata, Version } from '../metadata/document'
import type { Extension } from './definition'
import { identityOf } from './fields'

/** The extensions of the columns of a version. */
export function extensionsOf(
  { extensions }: Pick<Metadata, 'extensions'>,
  version: Pick<Version, 'leftOutComputed'> | undefined,
): Extension[] | undefined {
  const leftOut = new Set(version?.leftOutComputed)
  return extensions?.filter((one) => !leftOut.has(identityOf(one)))
}

/** The metadata of a dataset that publishes a version: what the version leaves out is gone. */
export function withoutLeftOut(metadata: Metadata, version: Pick<Version, 'leftOutComputed'>): Metadata {
  if (!version.leftOutComputed) return metadata
  const { extensions: _, ...rest } = metadata
  const extensions = extensionsOf(metadata, version) ?? []
  return extensions.length > 0 ? { ...rest, extensions } : rest
}

/** @throws `body-invalid` for what identifies no extension */
export function checkLeftOutComputed({ extensions }: Metadata, keys: readonly string[]): void {
  const computed = new Set(extensions?.map(identityOf))
  const unknown = keys.find((key) => !computed.has(key))
  if (unknown === undefined) return
  throw problem('body-invalid', {
    reason: {
      en: `leftOutComputed: "${unknown}" is not a computed column`,
      fr: `leftOutComputed : "${unknown}" n'est pas une colonne calculée`,
    },
  })
}
