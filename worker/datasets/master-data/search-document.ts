/** The OpenAPI document of the searches of a dataset. Pure. */
import { limits } from '../../limits'
import { withCalculated } from '../../schema/calculated'
import { cutText } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import type { JsonObject } from '../../schema/json-reference'
import { inputKey } from './bulk-inputs'
import type { BulkSearch, MasterData, SearchInput, SingleSearch } from './definition'

const searchType = 'http://schema.org/SearchAction'
const identifier = 'http://schema.org/identifier'
const ndjson = (schema: JsonObject) => ({ content: { 'application/x-ndjson': { schema } } })
/** Concepts of inputs that are not columns, where the search names none. */
const inputConcepts: Partial<Record<SearchInput['type'], string>> = {
  'date-in-interval': 'http://schema.org/Date',
  'geo-distance': 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long',
}

/** What a document tells of the columns that searches return. */
type OutputDetail = 'full' | 'names' | 'none'

/** @param dataset.fields its stored fields */
export function searchDocument(
  dataset: { title: string; masterData: MasterData; fields: readonly Field[] },
  detail: OutputDetail,
): JsonObject {
  const { title, masterData } = dataset
  const fields = withCalculated(dataset.fields, 'file')
  const paths = [
    ...(masterData.bulkSearchs ?? []).map((search) => bulkPath(search, fields, detail)),
    ...(masterData.singleSearchs ?? []).map((search) => singlePath(search, fields)),
  ]
  return { openapi: '3.1.0', info: { title, version: '1' }, paths: Object.fromEntries(paths) }
}

function bulkPath(search: BulkSearch, fields: readonly Field[], detail: OutputDetail): [string, JsonObject] {
  const { id = '', title, description } = search
  const inputs = search.input.map((input) => [inputKey(input), inputProperty(input, fields)] as const)
  const outputs = fields.flatMap((field) =>
    detail === 'none' || field['x-calculated'] || field.type === 'object'
      ? []
      : [[field.key, property(field, detail)] as const],
  )
  const row = { _key: { type: 'string', 'x-refersTo': identifier } }
  const post = {
    operationId: `masterData_bulkSearch_${id}`,
    summary: title,
    ...(description ? { description } : {}),
    'x-operationType': searchType,
    requestBody: {
      required: true,
      ...ndjson({
        type: 'object',
        properties: { ...Object.fromEntries(inputs), ...row },
        required: inputs.map(([key]) => key),
      }),
    },
    responses: {
      200: {
        description: 'A line for each row',
        ...ndjson({
          type: 'object',
          properties: { ...Object.fromEntries(outputs), ...row, _error: { type: 'string' } },
        }),
      },
    },
  }
  return [`/master-data/bulk-searchs/${id}`, { post }]
}

function singlePath(search: SingleSearch, fields: readonly Field[]): [string, JsonObject] {
  const { id = '', title, description, output } = search
  const field = fields.find(({ key }) => key === output.key)
  const result = { output: field ? property(field, 'names') : {}, label: { type: 'string' }, score: { type: 'number' } }
  const results = { type: 'array', items: { type: 'object', properties: result } }
  const schema = { type: 'object', properties: { total: { type: 'integer' }, results } }
  const get = {
    operationId: `masterData_singleSearch_${id}`,
    summary: title,
    ...(description ? { description } : {}),
    'x-operationType': searchType,
    parameters: ['q', 'size'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    responses: { 200: { description: 'Values', content: { 'application/json': { schema } } } },
  }
  return [`/master-data/single-searchs/${id}`, { get }]
}

function inputProperty({ type, property: sent }: SearchInput, fields: readonly Field[]): JsonObject {
  const field = fields.find(({ key }) => key === sent.key)
  const concept = sent['x-refersTo'] ?? field?.['x-refersTo'] ?? inputConcepts[type]
  const title = sent.title ?? field?.title ?? field?.['x-originalName']
  return {
    type: field && type === 'equals' ? field.type : 'string',
    ...(title ? { title } : {}),
    ...(concept ? { 'x-refersTo': concept } : {}),
  }
}

function property(field: Field, detail: OutputDetail): JsonObject {
  const { type, format, separator, title, description } = field
  const named = title ?? field['x-originalName']
  const value = { type, ...(format ? { format } : {}) }
  return {
    ...(separator ? { type: 'array', items: value, separator } : value),
    ...(named ? { title: cutText(named, limits.remoteServices.maxNameChars) } : {}),
    ...(field['x-refersTo'] ? { 'x-refersTo': field['x-refersTo'] } : {}),
    ...(detail === 'full' && description ? { description } : {}),
    ...(detail === 'full' && field['x-labels'] ? { 'x-labels': field['x-labels'] } : {}),
    ...(detail === 'full' && field['x-capabilities'] ? { 'x-capabilities': field['x-capabilities'] } : {}),
  }
}
