/** The OpenAPI document of one application, derived from that of the service: the operations of the caller. Pure. */
import { type ApplicationOperation, classOf, isApplicationOperation } from '../identity'
import { type ApiDocument, tagsIn } from './dataset-docs'
import { pathsBelow } from './paths-below'

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
  const { id, title, summary, baseUrl, version, allows } = application
  const paths = pathsBelow(service, prefix, (operationId) => {
    const permission = isApplicationOperation(operationId) ? operationId : permissionOf[operationId]
    return permission && allows(permission) ? { 'x-permissionClass': classOf(permission) } : undefined
  })
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
    tags: tagsIn(service, paths),
    paths,
  }
}
