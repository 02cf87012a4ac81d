/** What the forms of a remote service send to the API. Pure. */
import type { ProblemCode } from '../../errors'
import type { Annotation, Operation } from '../../remote-services'

/** The API key of a form; undefined when it has no name. */
export function sentApiKey(form: URLSearchParams): { in: string; name: string; value: string } | undefined {
  const name = form.get('keyName')?.trim()
  if (!name) return undefined
  return { in: form.get('keyIn') ?? 'header', name, value: form.get('keyValue') ?? '' }
}

/** The input of the registration that an error is about, if it is about one. */
export function registrationInput(
  { code, property }: { code: string; property?: string | undefined },
  form: URLSearchParams,
): string | undefined {
  const has = (name: string) => Boolean(form.get(name)?.trim())
  const description = has('apiDoc') ? 'apiDoc' : 'url'
  const inputs: Partial<Record<string, string>> = {
    'description-missing': 'url',
    'description-unreachable': 'url',
    'description-id-invalid': 'apiId',
    'remote-service-exists': has('apiId') ? 'apiId' : description,
    'remote-service-server-missing': 'server',
    'address-refused': 'server',
    'remote-service-key-missing': 'keyValue',
  } satisfies Partial<Record<ProblemCode, string>>
  if (code === 'body-invalid') return ['url', 'apiId', 'server'].find((name) => name === property)
  return inputs[code] ?? (code.startsWith('description-') ? description : undefined)
}

/** Who may use a service: `type:id`, one per line. */
export function accessOf(form: URLSearchParams): { public: boolean; privateAccess: { type: string; id: string }[] } {
  const lines = (form.get('accounts') ?? '').split('\n').map((line) => line.trim())
  return {
    public: form.get('public') === 'true',
    privateAccess: lines.filter(Boolean).map((line) => {
      const [type = '', ...id] = line.split(':')
      return { type, id: id.join(':') }
    }),
  }
}

/** The names of the inputs of the form of an operation. */
export const fieldNames = {
  conceptOf: ({ in: place, name }: Operation['parameters'][number]) => `concept ${place} ${name}`,
  valueOf: ({ in: place, name }: Operation['parameters'][number]) => `value ${place} ${name}`,
  output: 'output',
  titleOf: ({ name }: { name: string }) => `title ${name}`,
  outputConceptOf: ({ name }: { name: string }) => `output-concept ${name}`,
}

/** The form of an operation before it is filled: its annotation, else what its description tells. */
export function operationForm({ parameters, outputs, annotation }: Operation, allUpTo: number): URLSearchParams {
  const form = new URLSearchParams()
  for (const parameter of parameters) {
    const isHere = (one: { name: string; in: string }) => one.name === parameter.name && one.in === parameter.in
    const input = annotation?.inputs.find(isHere)
    const constant = annotation?.constants.find(isHere)
    form.set(fieldNames.conceptOf(parameter), (annotation ? input?.concept : parameter.concept) ?? '')
    form.set(fieldNames.valueOf(parameter), constant?.value ?? '')
  }
  for (const output of outputs) {
    const offered = annotation?.outputs.find(({ name }) => name === output.name)
    if (annotation ? offered : outputs.length <= allUpTo) form.append(fieldNames.output, output.name)
    const { title = '', concept = '' } = offered ?? (annotation ? {} : output)
    form.set(fieldNames.titleOf(output), title)
    form.set(fieldNames.outputConceptOf(output), concept)
  }
  return form
}

/** The annotation that the form of an operation describes. */
export function annotationOf(form: URLSearchParams, { path, parameters, outputs }: Operation): Annotation {
  const text = (name: string) => form.get(name)?.trim() ?? ''
  const offered = new Set(form.getAll(fieldNames.output))
  return {
    path,
    inputs: parameters.flatMap((parameter) => {
      const concept = text(fieldNames.conceptOf(parameter))
      return concept ? [{ name: parameter.name, in: parameter.in, concept }] : []
    }),
    constants: parameters.flatMap((parameter) => {
      const value = text(fieldNames.valueOf(parameter))
      return value && !text(fieldNames.conceptOf(parameter)) ? [{ name: parameter.name, in: parameter.in, value }] : []
    }),
    outputs: outputs.flatMap((output) => {
      if (!offered.has(output.name)) return []
      const title = text(fieldNames.titleOf(output))
      const concept = text(fieldNames.outputConceptOf(output))
      return [{ name: output.name, ...(title ? { title } : {}), ...(concept ? { concept } : {}) }]
    }),
  }
}
