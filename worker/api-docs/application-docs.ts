/** The OpenAPI document of one application, derived from that of the service: the operations of the caller. Pure. */
import { type ApplicationOperation, classOf, isApplicationOperation } from '../identity'
import type { ApiDocument } from './dataset-docs'

type DescribedApplication = {
  id: string
  title: string
  summary: string
  /** URL of the service. */
  baseUrl: string
  version: string
  allows: (operation: ApplicationOperation) => boolean
}

const prefix = '/api/v1/applications/{id}'
const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete'])
/** The permission of an operation, if its name is different. */
const permissionOf: Record<string, ApplicationOperation> = {
  readApplication: 'readDescription',
  patchApplication: 'writeDescription',
  putApplication: 'writeDescription',
  deleteApplication: 'delete',
  changeApplicationOwner: 'delete',
  readApplicationStatus: 'readConfig',
  readApplicationJournal: 'readJournal',
  readApplicationApiDoc: 'readApiDoc',
  readApplicationThumbnail: 'readDescription',
  getApplicationPermissions: 'getPermissions',
  setApplicationPermissions: 'setPermissions',
  readConfiguration: 'readConfig',
  writeConfiguration: 'writeConfig',
  readConfigurationDraft: 'writeConfig',
  writeConfigurationDraft: 'writeConfig',
  cancelConfigurationDraft: 'writeConfig',
  reportApplicationError: 'writeConfig',
  postApplicationAttachment: 'postAttachment',
  downloadApplicationAttachment: 'downloadAttachment',
  deleteApplicationAttachment: 'deleteAttachment',
}

/** The paths of an application, without its id. */
export function describeApplication(service: ApiDocument, application: DescribedApplication): ApiDocument {
  const paths: NonNullable<ApiDocument['paths']> = {}
  for (const [path, item] of Object.entries(service.paths ?? {})) {
    if (path !== prefix && !path.startsWith(`${prefix}/`)) continue
    const documented = Object.entries(item).flatMap(([method, operation]) => {
      const { operationId = '', parameters = [] } = operation
      const permission = isApplicationOperation(operationId) ? operationId : permissionOf[operationId]
      if (!methods.has(method) || !permission || !application.allows(permission)) return []
      const own = parameters.filter((parameter) => !(parameter.in === 'path' && parameter.name === 'id'))
      return [[method, { ...operation, 'x-permissionClass': classOf(permission), parameters: own }] as const]
    })
    if (documented.length > 0) paths[path.slice(prefix.length) || '/'] = Object.fromEntries(documented)
  }
  const { id, title, summary, baseUrl, version } = application
  return {
    ...service,
    info: {
      title: `API of the application: ${title}`,
      version,
      'x-api-id': `${new URL(baseUrl).host.replace(/[.:]/g, '-')}-application-${id}`,
      ...(summary ? { description: summary } : {}),
    },
    servers: [{ url: `${baseUrl}/api/v1/applications/${id}` }],
    externalDocs: { url: `${baseUrl}/application/${id}`, description: title },
    paths,
  }
}
