import { z } from '@hono/zod-openapi'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { capable } from '../../schema/capabilities'
import { capabilities, type Field } from '../../schema/field'
import { withoutObserved } from '../../schema/profile/field-observations'
import { choiceQuery, flagQuery, textQuery } from '../../schema/query-parameters'
import { toJsonSchema, toTableSchema } from '../../schema/tableschema'
import { loadDataset } from './load'
import { presentSchema, readableVersion } from './present'

/** Query parameters of the schema routes. */
export const schemaQuery = z.object({
  ...flagQuery({ draft: 'true: the draft merged over the dataset.' }).shape,
  ...textQuery({ type: 'Types, comma separated.', format: 'Formats, comma separated.' }).shape,
  ...flagQuery({ enum: 'true: fields with observed values.', concept: 'true: fields with a concept.' }).shape,
  ...choiceQuery({
    calculated: 'false: without calculated fields.',
    extension: 'false: without extension fields.',
    separator: 'false: without multi-valued fields.',
  }).shape,
  ...textQuery({
    capability: 'A capability that the fields have.',
    maxCardinality: 'At most that many distinct values.',
    mimeType: 'application/tableschema+json or application/schema+json.',
  }).shape,
  ...flagQuery({ arrays: 'true: multi-valued fields are arrays in the JSON Schema.' }).shape,
})
type SchemaParams = z.output<typeof schemaQuery>

/** The filtered schema of a dataset, in the requested format. `safe` omits observed values. */
export async function readSchema(
  ctx: Context,
  input: { id: string; safe: boolean; params: SchemaParams },
): Promise<{ body: unknown; headers: Record<string, string> }> {
  const { params, safe } = input
  const dataset = await loadDataset(ctx, input.id, safe ? 'readSafeSchema' : 'readSchema')
  const all = presentSchema(dataset, readableVersion(dataset, params.draft), ctx.language)
  // Before the filters, which would tell which columns have observed values, and how many.
  const fields = (safe ? all.map(withoutObserved) : all).filter(filterOf(params))
  // A `+` that is not percent-encoded is a space in a query.
  const mimeType = params.mimeType?.replace(' ', '+')
  const attached = (name: string) => ({ 'content-disposition': `attachment; filename="${dataset.slug}-${name}.json"` })
  if (mimeType === 'application/tableschema+json') {
    return { body: toTableSchema(fields), headers: attached('tableschema') }
  }
  if (mimeType === 'application/schema+json') {
    const options = {
      calculated: params.calculated === true,
      extension: params.extension === true,
      arrays: params.arrays,
    }
    return { body: toJsonSchema(fields, options), headers: attached('schema') }
  }
  return { body: fields.map((field) => labelled(field)), headers: {} }
}

function labelled(field: Field): Field {
  return { ...field, label: field.title || field['x-originalName'] || field.key }
}

function filterOf(params: SchemaParams): (field: Field) => boolean {
  const among = (text: string | undefined) => (text ? text.split(',').filter(Boolean) : undefined)
  const [types, formats] = [among(params.type), among(params.format)]
  const capability = capabilities.find((name) => name === params.capability)
  if (params.capability && !capability) {
    throw problem('parameter-invalid', {
      parameter: 'capability',
      reason: {
        en: `expected one of ${capabilities.join(', ')}`,
        fr: `valeurs acceptées : ${capabilities.join(', ')}`,
      },
    })
  }
  const max = params.maxCardinality ? Number(params.maxCardinality) : undefined
  return (field) =>
    (!types || types.includes(field.type)) &&
    (!formats || (typeof field.format === 'string' && formats.includes(field.format))) &&
    (!params.enum || Boolean(field.enum?.length)) &&
    (!params.concept || Boolean(field['x-refersTo'])) &&
    (params.calculated !== false || !field['x-calculated']) &&
    (params.extension !== false || !field['x-extension']) &&
    (params.separator !== false || !field.separator) &&
    (!capability || capable(field, capability)) &&
    (max === undefined || (typeof field['x-cardinality'] === 'number' && field['x-cardinality'] <= max))
}
