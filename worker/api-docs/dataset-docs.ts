/**
 * The OpenAPI document of one dataset, derived from that of the service: only its own paths, with its
 * fields as parameters and in the responses. Pure.
 */
import { classOf, type DatasetOperation, isOperation } from '../identity'
import { capable } from '../schema/capabilities'
import type { Field } from '../schema/field'

type Parameter = { name?: string; in?: string; [more: string]: unknown }
type Operation = { operationId?: string; tags?: string[]; parameters?: Parameter[]; [more: string]: unknown }
type PathItem = Record<string, Operation>
export type ApiDocument = {
  tags?: { name: string }[]
  paths?: Record<string, PathItem>
  components?: Record<string, unknown>
  [more: string]: unknown
}

type Search = { id?: string | undefined; title: string }
export type Described = {
  id: string
  title: string
  summary: string
  /** URL of the service. */
  baseUrl: string
  version: string
  fields: readonly Field[]
  located: boolean
  /** Has lines that can be queried. */
  queryable: boolean
  editable: boolean
  /** Its lines belong to accounts. */
  hasOwners: boolean
  /** Has an image in its description. */
  hasImage: boolean
  /** Comes from a file. */
  hasFiles: boolean
  /** The searches that it offers as reference data. */
  searches: { bulk: readonly Search[]; single: readonly Search[] }
  /** Whether an operation is documented: those of readers, or those of the caller. */
  allows: (operation: DatasetOperation) => boolean
  /** The document for managers of the dataset also describes sessions. */
  isPrivate: boolean
}

const prefix = '/api/v1/datasets/{id}'
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
/** Operations that share the permission of another. */
const permissionOf: Record<string, DatasetOperation> = {
  readTaskProgress: 'readJournal',
  createOrReplaceDataset: 'writeData',
  putDataset: 'writeData',
  getValuesLabels: 'getValues',
  syncAttachmentsLines: 'bulkLines',
  readDeletions: 'readRevisions',
  restoreLines: 'bulkLines',
  singleSearch: 'readLines',
  downloadConvertedData: 'downloadOriginalData',
  readThumbnail: 'readDescription',
  readValidationDiagnostic: 'readJournal',
  readCancelledDraftDiagnostic: 'readJournal',
  listFileVersions: 'writeData',
  downloadFileVersion: 'writeData',
  restoreFileVersion: 'writeData',
  removeFileVersion: 'writeData',
}
const ofGeo: ReadonlySet<string> = new Set(['getGeoAgg'])
const ofLines =
  /^\/(lines|values|values-labels|values_agg|metric_agg|simple_metrics_agg|geo_agg|min|max|words_agg|compat-ods|attachments)(\/|$)/
const ofFiles =
  /^\/(raw|convert|full|data-files|file-versions|validation-diagnostic\.csv|cancelled-draft-diagnostic\.csv)(\/|$)/
const ofOwners = /^\/own\//
/** The capability that at least one column has, for the routes that need one. */
const ofCapability = [
  [/^\/words_agg$/, 'textAgg'],
  [/^\/(values|values-labels|values_agg)(\/|$)/, 'values'],
] as const
const ofEditing: ReadonlySet<string> = new Set([
  'bulkLines',
  'syncAttachmentsLines',
  'createLine',
  'readLine',
  'updateLine',
  'patchLine',
  'deleteLine',
  'readRevisions',
  'readLineRevisions',
  'readDeletions',
  'restoreLines',
  'deleteAllLines',
])
/** Fields with parameters of their own: nobody reads a longer list. */
const describedFields = 40
/** Values of a field that its filter is described with. */
const describedValues = 5

/** The document of a dataset. */
export function describeDataset(service: ApiDocument, dataset: Described): ApiDocument {
  const paths: Record<string, PathItem> = {}
  for (const [path, item] of Object.entries(service.paths ?? {})) {
    if (path !== prefix && !path.startsWith(`${prefix}/`)) continue
    const relative = path.slice(prefix.length) || '/'
    const operations: PathItem = {}
    for (const method of methods) {
      const operation = item[method]
      const documented = operation && operationOf(operation, relative, dataset)
      if (documented) operations[method] = documented
    }
    if (Object.keys(operations).length > 0) Object.assign(paths, bySearch(relative, operations, dataset))
  }
  const { id, title, summary, baseUrl, version } = dataset
  return {
    ...service,
    info: {
      title: `API of the dataset: ${title || id}`,
      version,
      'x-api-id': `${new URL(baseUrl).host.replace(/[.:]/g, '-')}-dataset-${id}`,
      ...(summary ? { description: summary } : {}),
    },
    servers: [{ url: `${baseUrl}/api/v1/datasets/${id}` }],
    externalDocs: { url: `${baseUrl}/dataset/${id}/api`, description: title || id },
    tags: tagsIn(service, paths),
    paths,
    components: { ...service.components, securitySchemes: securitySchemes(dataset.isPrivate) },
  }
}

/** The path of a search once for each search of the dataset; other paths as they are. */
function bySearch(path: string, item: PathItem, { searches }: Described): Record<string, PathItem> {
  const [, kind] = /^\/master-data\/(bulk|single)-searchs\/\{searchId\}$/.exec(path) ?? []
  if (kind !== 'bulk' && kind !== 'single') return { [path]: item }
  return Object.fromEntries(
    searches[kind].map(({ id = '', title }) => {
      const operations = Object.entries(item).map(([method, operation]) => {
        const parameters = operation.parameters?.filter(({ name }) => name !== 'searchId')
        const operationId = `masterData_${kind}Search_${id}`
        const type = 'http://schema.org/SearchAction'
        return [method, { ...operation, operationId, summary: title, 'x-operationType': type, parameters }]
      })
      return [path.replace('{searchId}', id), Object.fromEntries(operations)]
    }),
  )
}

function operationOf(operation: Operation, path: string, dataset: Described): Operation | undefined {
  const { operationId = '', parameters = [] } = operation
  const permission = isOperation(operationId) ? operationId : permissionOf[operationId]
  if (!permission || !dataset.allows(permission)) return undefined
  if (ofLines.test(path) && !dataset.queryable) return undefined
  if (ofFiles.test(path) && !dataset.hasFiles) return undefined
  if (ofOwners.test(path) && !dataset.hasOwners) return undefined
  if (operationId === 'readThumbnail' && !dataset.hasImage) return undefined
  for (const [paths, capability] of ofCapability)
    if (paths.test(path) && !dataset.fields.some((field) => capable(field, capability))) return undefined
  if (ofGeo.has(operationId) && !dataset.located) return undefined
  if (ofEditing.has(operationId) && !dataset.editable) return undefined
  const own = parameters.filter((parameter) => !(parameter.in === 'path' && parameter.name === 'id'))
  const reads = path === '/lines' && operationId === 'readLines'
  const documented: Operation = {
    ...operation,
    'x-permissionClass': classOf(permission),
    parameters: reads ? [...own.map((one) => withFields(one, dataset.fields)), ...filtersOf(dataset.fields)] : own,
  }
  if (path.includes('{field}'))
    documented.parameters = documented.parameters?.map((one) => withChoice(one, dataset.fields)) ?? []
  return reads ? { ...documented, responses: linesAnswer(operation.responses, dataset.fields) } : documented
}

/** `select`, `sort` and the like name the fields. */
function withFields(parameter: Parameter, fields: readonly Field[]): Parameter {
  if (
    parameter.in !== 'query' ||
    !['select', 'sort', 'q_fields', 'highlight', 'collapse'].includes(parameter.name ?? '')
  )
    return parameter
  const keys = fields.slice(0, describedFields).map(({ key }) => `\`${key}\``)
  const { schema } = parameter
  const description = typeof parameter.description === 'string' ? parameter.description : ''
  return { ...parameter, schema, description: `${description} Fields: ${keys.join(', ')}.` }
}

function withChoice(parameter: Parameter, fields: readonly Field[]): Parameter {
  if (parameter.in !== 'path' || parameter.name !== 'field') return parameter
  const keys = fields.filter((field) => !field['x-calculated']).map(({ key }) => key)
  return keys.length > 0 ? { ...parameter, schema: { type: 'string', enum: keys } } : parameter
}

/** The filter parameters of the fields, by type. */
function filtersOf(fields: readonly Field[]): Parameter[] {
  return fields
    .filter((field) => !field['x-calculated'] && field.type !== 'object')
    .slice(0, describedFields)
    .flatMap((field) => {
      const ordered = field.type === 'integer' || field.type === 'number' || field.format?.startsWith('date')
      const name = field.title || field['x-originalName'] || field.key
      const suffixes = ordered ? (['gte', 'lte'] as const) : (['eq', 'search'] as const)
      return suffixes
        .filter((suffix) => suffix !== 'search' || field.type === 'string')
        .map((suffix) => ({
          name: `${field.key}_${suffix}`,
          in: 'query',
          required: false,
          description: `${name}: ${meanings[suffix]}${suffix === 'eq' ? someValues(field) : ''}`,
          // The console sends a parameter with examples without being asked to.
          schema: { type: 'string' },
        }))
    })
}

const someValues = ({ enum: values }: Field): string =>
  values?.length ? ` Such as ${values.slice(0, describedValues).join(', ')}.` : ''

const meanings = { eq: 'exactly this.', search: 'has these words.', gte: 'at least.', lte: 'at most.' } as const

/** The response of `lines`, with the fields. */
function linesAnswer(responses: unknown, fields: readonly Field[]): unknown {
  const properties = Object.fromEntries(
    fields.map((field) => [
      field.key,
      {
        type: field.type,
        ...(field.format ? { format: field.format } : {}),
        ...(field.title || field['x-originalName'] ? { title: field.title || field['x-originalName'] } : {}),
        ...(field.description ? { description: field.description } : {}),
      },
    ]),
  )
  const schema = {
    type: 'object',
    properties: {
      total: { type: 'integer' },
      next: { type: 'string' },
      results: { type: 'array', items: { type: 'object', properties } },
    },
    required: ['results'],
  }
  const content = { 'application/json': { schema } }
  return { ...(responses as Record<string, unknown>), 200: { description: 'A page of lines', content } } // of an operation
}

function securitySchemes(isPrivate: boolean): Record<string, unknown> {
  const apiKey = { type: 'apiKey', in: 'header', name: 'x-apiKey' }
  return isPrivate ? { apiKey, sdCookie: { type: 'apiKey', in: 'cookie', name: 'id_token' } } : { apiKey }
}

/** The tags of the service that these paths have, in its order: a menu has no empty entries. Pure. */
export function tagsIn(service: ApiDocument, paths: NonNullable<ApiDocument['paths']>): { name: string }[] {
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags = [] }) => tags)))
  return (service.tags ?? []).filter(({ name }) => used.has(name))
}
