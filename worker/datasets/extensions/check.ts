/** Refuses extensions that cannot be applied to the columns of a dataset. Pure. */
import { problem } from '../../errors'
import { ExpressionError, namesOf } from '../../schema/expression'
import type { Field } from '../../schema/field'
import type { ExpressionExtension } from './definition'
import type { ResolvedExtension } from './fields'
import { inputColumns } from './inputs'

/** Keys of lines, and of the prototype of objects. */
const reservedKeys: ReadonlySet<string> = new Set([
  '__proto__',
  '_id',
  '_i',
  '_rand',
  '_action',
  '_score',
  '_highlight',
  '_revisedBy',
])

/**
 * @param fields the fields that lines have without extensions; undefined when they are not known yet
 * @throws `extension-input-missing`, `extension-key-taken`, `expression-invalid`, `expression-names-title`, `expression-names-later`
 */
export function checkExtensions(extensions: readonly ResolvedExtension[], fields: readonly Field[] | undefined): void {
  const known = new Map((fields ?? []).map((field) => [field.key, field]))
  for (const [at, resolved] of extensions.entries()) {
    const { extension, fields: produced } = resolved
    for (const { key } of produced) {
      if (known.has(key) || reservedKeys.has(key)) throw problem('extension-key-taken', { key })
    }
    if (extension.type === 'exprEval') {
      const later = extensions.slice(at + 1).flatMap(({ fields: ofLater }) => ofLater.map(({ key }) => key))
      checkExpression(extension, known, new Set(later))
    }
    if ('source' in resolved && fields) inputColumns(resolved, [...known.values()])
    for (const field of produced) known.set(field.key, field)
  }
}

function checkExpression(
  { expr, property }: ExpressionExtension,
  known: ReadonlyMap<string, Field>,
  later: ReadonlySet<string>,
): void {
  const column = property.key
  let names: ReadonlySet<string>
  try {
    names = namesOf(expr)
  } catch (error) {
    if (error instanceof ExpressionError) throw problem('expression-invalid', { column, reason: error.reason })
    throw error
  }
  for (const name of names) {
    if (known.has(name)) continue
    if (later.has(name)) throw problem('expression-names-later', { column, name })
    const titled = [...known.values()].find((field) => field.title === name || field['x-originalName'] === name)
    if (titled) throw problem('expression-names-title', { column, name, key: titled.key })
  }
}
