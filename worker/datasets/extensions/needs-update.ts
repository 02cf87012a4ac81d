/** The extensions whose values in the stored lines are those of an earlier definition. Pure. */
import type { Extension } from './definition'

/**
 * Marks the active extensions that differ from the stored ones with `needsUpdate`, and those after them, which may use their values.
 * Extensions that are marked stay so until the lines are updated.
 *
 * @returns undefined when nothing has to be updated
 */
export function markedExtensions(
  before: readonly Extension[] | null | undefined,
  after: readonly Extension[] | null | undefined,
): Extension[] | undefined {
  const stored = new Map((before ?? []).map((extension) => [identityOf(extension), extension]))
  let isStale = false
  const marked = (after ?? []).map((extension): Extension => {
    const old = stored.get(identityOf(extension))
    isStale ||=
      extension.active && (old?.needsUpdate === true || definitionOf(extension) !== (old && definitionOf(old)))
    return isStale && extension.active ? { ...extension, needsUpdate: true } : extension
  })
  return isStale ? marked : undefined
}

/** Whether lists of extensions give the same values: what tells when they are updated is left aside. */
export function isSameDefinition(
  one: readonly Extension[] | null | undefined,
  other: readonly Extension[] | null | undefined,
): boolean {
  const defined = (extensions: readonly Extension[] | null | undefined) =>
    JSON.stringify(
      (extensions ?? []).map(({ needsUpdate: _, ...extension }) => {
        if (extension.type !== 'remoteService') return extension
        const { autoUpdate: __, nextUpdate: ___, sourceFinalizedAt: ____, ...definition } = extension
        return definition
      }),
    )
  return defined(one) === defined(other)
}

/** Whether an extension is stored with the same definition. */
export const isStored = (stored: readonly Extension[] | null | undefined, extension: Extension): boolean =>
  stored?.some((one) => identityOf(one) === identityOf(extension) && definitionOf(one) === definitionOf(extension)) ===
  true

/** The same extensions after the lines were updated. */
export const withoutNeedsUpdate = (extensions: readonly Extension[]): Extension[] =>
  extensions.map(({ needsUpdate: _, ...extension }) => extension)

const identityOf = (extension: Extension): string =>
  extension.type === 'exprEval'
    ? extension.property.key
    : `${extension.remoteService}/${extension.propertyPrefix ?? extension.action}`

/** What the values of an extension depend on. */
function definitionOf(extension: Extension): string {
  if (extension.type === 'exprEval') {
    const { type, format, separator } = extension.property
    return JSON.stringify([extension.active, extension.expr, type, format, separator])
  }
  const { active, remoteService, action, select, overwrite, inputs } = extension
  return JSON.stringify([active, remoteService, action, select, overwrite, inputs])
}
