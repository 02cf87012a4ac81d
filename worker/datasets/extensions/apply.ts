import { isAllowed } from '../../accounts'
import type { Context } from '../../context'
import { problem, type Reason } from '../../errors'
import { ExpressionError, ignoredValues } from '../../schema/expression'
import type { Field } from '../../schema/field'
import type { Dataset } from '../metadata/dataset'
import { readDataset } from '../metadata/load'
import { checkExtensions } from './check'
import { datasetOf } from './dataset-source'
import type { Extension, RemoteExtension } from './definition'
import { ownFields, producedFields, withExtensionFields } from './fields'
import { prefixOf } from './prefix'
import { resolveExtensions } from './resolve'

/**
 * The fields of a dataset with those of its extensions.
 *
 * @param input.areComplete `fields` has every column of the lines; without it, a column may still come from a file
 * @throws what `resolveExtensions` and `checkExtensions` throw
 */
export async function applyExtensions(
  ctx: Context,
  input: {
    owner: Dataset['owner']
    extensions: readonly Extension[] | null | undefined
    /** The stored extensions: those that are new are checked with the permissions of the caller too. */
    before: readonly Extension[] | null | undefined
    fields: readonly Field[]
    /** The stored fields, where `fields` are those of a request. */
    schema?: readonly Field[]
    areComplete: boolean
  },
): Promise<Field[]> {
  const stored = { extensions: input.before, schema: input.schema ?? input.fields }
  const resolved = await resolveExtensions(ctx, { ...input, stored })
  await checkCaller(ctx, input)
  checkCalls(input)
  checkExtensions(resolved, input.areComplete ? ownFields(input.fields) : undefined)
  return withExtensionFields(input.fields, producedFields(resolved, ownFields(input.fields)))
}

/**
 * Whoever adds an extension, activates it, or adds columns to it must be able to read its source, as an extension shows the values
 * to other readers.
 *
 * @throws `master-data-refused`
 */
async function checkCaller(
  ctx: Context,
  { extensions, before }: Record<'extensions' | 'before', readonly Extension[] | null | undefined>,
): Promise<void> {
  for (const extension of extensions ?? []) {
    if (extension.type !== 'remoteService' || !extension.active) continue
    const id = datasetOf(extension)
    if (id === undefined || before?.some((stored) => showsAllOf(stored, extension))) continue
    const source = await readDataset(ctx, id)
    if (!isAllowed(ctx, 'bulkSearch', source)) throw problem('master-data-refused', { id })
  }
}

/** Expressions that are stored keep their results, also where a call has values that its function ignores. @throws `expression-invalid` */
function checkCalls({
  extensions,
  before,
}: Record<'extensions' | 'before', readonly Extension[] | null | undefined>): void {
  const stored = new Set(before?.flatMap((one) => (one.type === 'exprEval' ? [one.expr] : [])))
  for (const extension of extensions ?? []) {
    if (extension.type !== 'exprEval' || !extension.active || stored.has(extension.expr)) continue
    const reason = ignoredIn(extension.expr)
    if (reason) throw problem('expression-invalid', { column: extension.property.key, reason })
  }
}

function ignoredIn(expression: string): Reason | undefined {
  try {
    return ignoredValues(expression)
  } catch (error) {
    // `checkExtensions` says why an expression cannot be read.
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** Whether a stored extension shows every column that another one selects; without a selection, it shows all of them. */
function showsAllOf(stored: Extension, { remoteService, action, select }: RemoteExtension): boolean {
  if (stored.type !== 'remoteService' || !stored.active) return false
  if (stored.remoteService !== remoteService || stored.action !== action) return false
  const shown = stored.select ?? []
  return shown.length === 0 || (select?.length ? select.every((column) => shown.includes(column)) : false)
}

/**
 * The extensions of a request, to store: with a prefix for their columns, and with what the service sets itself as it is stored.
 * Undefined without any.
 *
 * @throws `extension-prefix-repeated`
 */
export function sentExtensions(
  sent: readonly Extension[] | null | undefined,
  before: readonly Extension[] | null | undefined = [],
): Extension[] | undefined {
  if (!sent || sent.length === 0) return undefined
  const stored = sent.map(({ needsUpdate: _, ...extension }): Extension => {
    if (extension.type !== 'remoteService') return extension
    const { nextUpdate, sourceFinalizedAt: __, ...own } = extension
    const propertyPrefix = own.propertyPrefix ?? prefixOf(own.action)
    if (!own.autoUpdate) return { ...own, propertyPrefix }
    const known = before?.find((one) => one.type === 'remoteService' && isSameSource(one, { ...own, propertyPrefix }))
    const updates = known?.type === 'remoteService' ? known : undefined
    const at = nextUpdate ?? updates?.nextUpdate
    return {
      ...own,
      propertyPrefix,
      ...(at ? { nextUpdate: at } : {}),
      ...(updates?.sourceFinalizedAt ? { sourceFinalizedAt: updates.sourceFinalizedAt } : {}),
    }
  })
  const prefixes = new Set<string>()
  for (const extension of stored) {
    const prefix = extension.type === 'remoteService' ? extension.propertyPrefix : undefined
    if (prefix === undefined) continue
    if (prefixes.has(prefix)) throw problem('extension-prefix-repeated', { prefix })
    prefixes.add(prefix)
  }
  return stored
}

const isSameSource = (one: RemoteExtension, other: RemoteExtension): boolean =>
  one.remoteService === other.remoteService &&
  one.action === other.action &&
  one.propertyPrefix === other.propertyPrefix

/** @throws `extension-not-here` on a dataset without lines of its own */
export function checkExtensible(nature: Dataset['nature'], extensions: readonly Extension[] | null | undefined): void {
  if (extensions?.length && (nature === 'virtual' || nature === 'metaOnly')) throw problem('extension-not-here')
}
