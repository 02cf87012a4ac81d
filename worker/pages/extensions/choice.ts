/** The choices of the form that adds a column. Pure. */
import type { Extension } from '../../datasets/extensions'
import { datasetServicePrefix } from '../../remote-services'
import { fieldKey } from '../../schema/keys/column-keys'
import { choiceOf, fieldTypeOf, typeChoices } from '../publish/corrections'

export const origins = ['formula', 'dataset', 'service'] as const
export type Origin = (typeof origins)[number]

export const originOf = (form: URLSearchParams): Origin =>
  origins.find((origin) => origin === form.get('from')) ?? 'formula'

/** The extension that the form describes; undefined while a choice is missing. */
export function extensionOf(form: URLSearchParams): Extension | undefined {
  const text = (name: string) => form.get(name)?.trim() ?? ''
  const origin = originOf(form)
  if (origin === 'formula') {
    const key = fieldKey(text('title'))
    const type = typeChoices.find((choice) => choice === text('type')) ?? 'string'
    const { format, ...typed } = fieldTypeOf(type)
    const expr = text('expr')
    if (!key || !expr) return undefined
    const concept = text('concept')
    const property = {
      key,
      title: text('title'),
      ...(format ? { format } : {}),
      ...(concept ? { 'x-refersTo': concept } : {}),
    }
    // The choices of types are those of a computed column.
    const own = typed.type as 'string' | 'integer' | 'number' | 'boolean'
    return { active: true, type: 'exprEval', expr, property: { ...property, type: own } }
  }
  const [remoteService, action] = origin === 'dataset' ? datasetAction(text) : serviceAction(text('service'))
  if (!remoteService || !action) return undefined
  const select = outputsOf(form)
  const inputs = inputsOf(form, origin === 'dataset' ? { [text('key')]: text('column') } : {})
  const prefix = fieldKey(text('prefix'))
  return {
    active: true,
    type: 'remoteService',
    remoteService,
    action,
    ...(select.length > 0 ? { select } : {}),
    ...(Object.keys(inputs).length > 0 ? { inputs } : {}),
    ...(prefix ? { propertyPrefix: `_${prefix}` } : {}),
    ...(form.has('autoUpdate') ? { autoUpdate: true } : {}),
  }
}

/** The form that describes an extension: the inverse of `extensionOf`. */
export function formOf(extension: Extension): URLSearchParams {
  if (extension.type === 'exprEval') {
    const { key, title, 'x-refersTo': concept } = extension.property
    return new URLSearchParams({
      from: 'formula',
      title: title || key,
      expr: extension.expr,
      type: choiceOf(extension.property) ?? '',
      concept: concept ?? '',
    })
  }
  const { remoteService, action, select, inputs, propertyPrefix = '', autoUpdate } = extension
  const isDataset = remoteService.startsWith(datasetServicePrefix) && action.startsWith(equals)
  const key = action.slice(equals.length)
  const form = new URLSearchParams(
    isDataset
      ? {
          ...{ from: 'dataset', source: remoteService.slice(datasetServicePrefix.length), key },
          column: inputs?.[key] ?? '',
        }
      : { from: 'service', service: `${remoteService} ${action}` },
  )
  for (const output of select ?? []) form.append('output', output)
  for (const [name, column] of Object.entries(inputs ?? {})) {
    if (!isDataset || name !== key) form.append(`input-${name}`, column)
  }
  form.set('prefix', propertyPrefix.replace(/^_/, ''))
  if (autoUpdate) form.set('autoUpdate', 'true')
  return form
}

/** The extension that a form makes of a stored one, whose key and other settings stay. */
export function changedExtension(stored: Extension, described: Extension): Extension {
  if (stored.type === 'exprEval' && described.type === 'exprEval') {
    const { format: _, 'x-refersTo': __, ...kept } = stored.property
    return { ...described, property: { ...kept, ...described.property, key: stored.property.key } }
  }
  if (stored.type !== 'remoteService' || described.type !== 'remoteService') return described
  const { select: _, inputs: __, autoUpdate, ...kept } = stored
  // The form of a service has no choice of updates.
  const isChosen = described.remoteService.startsWith(datasetServicePrefix)
  return { ...kept, ...(isChosen || !autoUpdate ? {} : { autoUpdate }), ...described }
}

/** Actions of datasets that look rows up by the value of a column. */
const equals = 'equals_'

/** The keys of the chosen columns, which have no comma: a page that changes in place writes them in one parameter. */
export const outputsOf = (form: URLSearchParams): string[] =>
  form.getAll('output').flatMap((keys) => keys.split(',').filter(Boolean))

function datasetAction(text: (name: string) => string): [service: string, action: string] {
  const isComplete = text('source') && text('key') && text('column')
  return isComplete ? [datasetServicePrefix + text('source'), equals + text('key')] : ['', '']
}

/** The value of a choice: the service, which has no space, and the action. */
export function serviceAction(chosen: string): [service: string, action: string] {
  const [service = '', ...action] = chosen.split(' ')
  return [service, action.join(' ')]
}

/** The columns that were chosen for inputs: parameters `input-<name>`. */
function inputsOf(form: URLSearchParams, first: Record<string, string>): Record<string, string> {
  const chosen = [...form].flatMap(([name, column]) =>
    name.startsWith('input-') && column ? [[name.slice('input-'.length), column] as const] : [],
  )
  return { ...first, ...Object.fromEntries(chosen) }
}
