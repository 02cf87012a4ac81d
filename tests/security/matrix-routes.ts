/** The permission that each route of the API requires: the data of `matrix.test.ts`. */

/** A class of operations on a dataset, or what a route asks instead. */
export type Asks =
  | 'list'
  | 'read'
  | 'readAdvanced'
  | 'write'
  | 'admin'
  /** Deletion: of the class admin, and given to contributors by default. */
  | 'delete'
  /** Creation: an identity, allowed to create for its account. */
  | 'post'
  /** Nobody in particular. */
  | 'anyone'
  /** A session of any user; keys do not count. */
  | 'session'
  /** A session of a member of the organization; of one of its administrators. */
  | 'member'
  | 'administrator'
  /** A session of an administrator of the active account. */
  | 'ownAccount'
  /** A session of a super-administrator in the mode. */
  | 'superAdmin'
  /** A session, or a key of the scope `stats`. */
  | 'stats'
  /** An administrator of the active account, or a key of it that reads. */
  | 'log'
  /** The token of the setup. */
  | 'setup'
  /** Lines of one's own, a class by itself, here for the organization. */
  | 'ownLines'
  /** The same on an application, which keys of another scope open. */
  | `application:${'list' | 'read' | 'readAdvanced' | 'write' | 'admin' | 'delete' | 'post'}`
  /** A collector of the town, by the profile of the actor. */
  | `collector:${'list' | 'read' | 'exec' | 'admin' | 'post'}`
  /** The webhook key of a collector, whoever sends it. */
  | 'webhookKey'
  /** An upload of the town: whoever may publish for it goes on with it. */
  | 'upload'

const dataset = '/api/v1/datasets/:id'
const application = '/api/v1/applications/:id'
const remoteService = '/api/v1/remote-services/:id'
const collector = '/api/v1/collectors/:id'
const settings = '/api/v1/settings/:type/:id'
const organization = '/api/v1/organizations/:organization'

/** Their addresses may end with a slash. */
const odsRoutes = [
  `${dataset}/compat-ods`,
  '/api/v1/compat-ods/v2.0/catalog/datasets/:id',
  '/api/v1/compat-ods/v2.1/catalog/datasets/:id',
].flatMap((api) => ['records', 'records/', 'exports/:format', 'exports/:format/'].map((path) => `GET ${api}/${path}`))

export const routes: Record<string, Asks> = {
  'GET /api/v1/datasets': 'list',
  'POST /api/v1/datasets': 'post',
  [`GET ${dataset}`]: 'read',
  [`PATCH ${dataset}`]: 'write',
  [`POST ${dataset}`]: 'write',
  [`PUT ${dataset}`]: 'write',
  [`DELETE ${dataset}`]: 'delete',
  [`POST ${dataset}/draft`]: 'write',
  [`DELETE ${dataset}/draft`]: 'write',
  [`PATCH ${dataset}/draft`]: 'write',
  [`GET ${dataset}/schema`]: 'read',
  [`GET ${dataset}/safe-schema`]: 'read',
  [`GET ${dataset}/journal`]: 'readAdvanced',
  [`GET ${dataset}/task-progress`]: 'readAdvanced',
  [`GET ${dataset}/permissions`]: 'admin',
  [`PUT ${dataset}/permissions`]: 'admin',
  [`PUT ${dataset}/owner`]: 'admin',
  [`GET ${dataset}/read-api-key`]: 'read',
  [`POST ${dataset}/user-notification`]: 'write',
  [`GET ${dataset}/metadata-settings`]: 'read',
  [`GET ${dataset}/api-docs.json`]: 'read',
  [`GET ${dataset}/private-api-docs.json`]: 'readAdvanced',
  [`GET ${dataset}/feed.atom`]: 'read',
  [`GET ${dataset}/_diagnose`]: 'superAdmin',
  [`POST ${dataset}/_simulate-extension`]: 'write',
  [`POST ${dataset}/master-data/bulk-searchs/:searchId`]: 'read',
  [`GET ${dataset}/master-data/single-searchs/:searchId`]: 'read',
  [`DELETE ${dataset}/_lock`]: 'superAdmin',
  [`GET ${dataset}/validation-diagnostic.csv`]: 'readAdvanced',
  [`GET ${dataset}/cancelled-draft-diagnostic.csv`]: 'readAdvanced',
  [`GET ${dataset}/convert`]: 'read',
  [`GET ${dataset}/full`]: 'read',
  ...Object.fromEntries(odsRoutes.map((route) => [route, 'read'] as const)),
  [`GET ${dataset}/raw`]: 'read',
  [`GET ${dataset}/data.parquet`]: 'read',
  [`GET ${dataset}/attachments`]: 'read',
  [`GET ${dataset}/attachments/:path{.+}`]: 'read',
  [`POST ${dataset}/metadata-attachments`]: 'write',
  [`GET ${dataset}/metadata-attachments/:name`]: 'read',
  [`DELETE ${dataset}/metadata-attachments/:name`]: 'write',
  [`GET ${dataset}/thumbnail`]: 'read',
  [`GET ${dataset}/thumbnail/:thumbId`]: 'read',
  [`GET ${dataset}/data-files`]: 'read',
  [`GET ${dataset}/data-files/:name`]: 'read',
  [`GET ${dataset}/lines`]: 'read',
  [`POST ${dataset}/lines`]: 'write',
  [`DELETE ${dataset}/lines`]: 'write',
  [`POST ${dataset}/_bulk_lines`]: 'write',
  [`POST ${dataset}/_sync_attachments_lines`]: 'write',
  [`GET ${dataset}/lines/:lineId`]: 'read',
  [`PUT ${dataset}/lines/:lineId`]: 'write',
  [`PATCH ${dataset}/lines/:lineId`]: 'write',
  [`DELETE ${dataset}/lines/:lineId`]: 'write',
  [`GET ${dataset}/lines/:lineId/revisions`]: 'read',
  [`GET ${dataset}/revisions`]: 'read',
  [`GET ${dataset}/geo_agg`]: 'read',
  [`GET ${dataset}/words_agg`]: 'read',
  [`GET ${dataset}/values_agg`]: 'read',
  [`GET ${dataset}/values/:field`]: 'read',
  [`GET ${dataset}/values-labels/:field`]: 'read',
  [`GET ${dataset}/metric_agg`]: 'read',
  [`GET ${dataset}/simple_metrics_agg`]: 'read',
  [`GET ${dataset}/min/:field`]: 'read',
  [`GET ${dataset}/max/:field`]: 'read',
  [`GET ${dataset}/own/:owner/lines`]: 'ownLines',
  [`POST ${dataset}/own/:owner/lines`]: 'ownLines',
  [`POST ${dataset}/own/:owner/_bulk_lines`]: 'ownLines',
  [`GET ${dataset}/own/:owner/lines/:lineId`]: 'ownLines',
  [`PUT ${dataset}/own/:owner/lines/:lineId`]: 'ownLines',
  [`PATCH ${dataset}/own/:owner/lines/:lineId`]: 'ownLines',
  [`DELETE ${dataset}/own/:owner/lines/:lineId`]: 'ownLines',
  [`GET ${dataset}/own/:owner/lines/:lineId/revisions`]: 'ownLines',
  [`GET ${dataset}/own/:owner/revisions`]: 'ownLines',
  'POST /api/v1/uploads': 'post',
  'GET /api/v1/uploads/:upload': 'upload',
  'PATCH /api/v1/uploads/:upload': 'upload',
  'DELETE /api/v1/uploads/:upload': 'upload',
  'POST /api/v1/uploads/:upload': 'upload',
  'GET /api/v1/applications': 'application:list',
  'POST /api/v1/applications': 'application:post',
  [`GET ${application}`]: 'application:read',
  [`PATCH ${application}`]: 'application:write',
  [`PUT ${application}`]: 'application:write',
  [`DELETE ${application}`]: 'application:delete',
  [`PUT ${application}/owner`]: 'application:delete',
  [`GET ${application}/base-application`]: 'application:read',
  [`GET ${application}/status`]: 'application:read',
  [`GET ${application}/journal`]: 'application:readAdvanced',
  [`GET ${application}/api-docs.json`]: 'application:read',
  [`GET ${application}/thumbnail`]: 'application:read',
  [`GET ${application}/permissions`]: 'application:admin',
  [`PUT ${application}/permissions`]: 'application:admin',
  [`GET ${application}/configuration`]: 'application:read',
  [`PUT ${application}/configuration`]: 'application:write',
  [`GET ${application}/config`]: 'application:read',
  [`PUT ${application}/config`]: 'application:write',
  [`GET ${application}/configuration-draft`]: 'application:write',
  [`PUT ${application}/configuration-draft`]: 'application:write',
  [`DELETE ${application}/configuration-draft`]: 'application:write',
  [`POST ${application}/error`]: 'application:write',
  [`GET ${application}/keys`]: 'application:admin',
  [`POST ${application}/keys`]: 'application:admin',
  [`POST ${application}/attachments`]: 'application:write',
  [`GET ${application}/attachments/:path{.+}`]: 'application:read',
  [`DELETE ${application}/attachments/:path{.+}`]: 'application:write',
  [`GET ${application}/capture`]: 'application:read',
  [`GET ${application}/print`]: 'application:read',
  'GET /api/v1/collectors': 'collector:list',
  'POST /api/v1/collectors': 'collector:post',
  [`GET ${collector}`]: 'collector:read',
  [`PATCH ${collector}`]: 'collector:admin',
  [`DELETE ${collector}`]: 'collector:admin',
  [`GET ${collector}/plugin`]: 'collector:read',
  [`GET ${collector}/plugin-config-schema`]: 'collector:read',
  [`GET ${collector}/webhook-key`]: 'collector:admin',
  [`DELETE ${collector}/webhook-key`]: 'collector:admin',
  [`POST ${collector}/_trigger`]: 'collector:exec',
  [`POST ${collector}/messages`]: 'webhookKey',
  [`GET ${collector}/connection`]: 'collector:read',
  'GET /api/v1/collector-runs': 'collector:list',
  'GET /api/v1/collector-runs/:id': 'collector:read',
  'POST /api/v1/collector-runs/:id/_kill': 'collector:exec',
  'GET /api/v1/collector-plugins': 'collector:list',
  'POST /api/v1/collector-plugins/:id/_preview': 'collector:post',
  'GET /api/v1/base-applications': 'anyone',
  'POST /api/v1/base-applications': 'superAdmin',
  'PATCH /api/v1/base-applications/:id': 'superAdmin',
  'GET /api/v1/base-applications/:id/thumbnail': 'anyone',
  'GET /api/v1/base-applications/:id/icon': 'anyone',
  'GET /api/v1/admin/base-applications': 'superAdmin',
  'GET /api/v1/remote-services': 'anyone',
  'GET /api/v1/remote-services-actions': 'anyone',
  'POST /api/v1/remote-services': 'ownAccount',
  [`GET ${remoteService}`]: 'superAdmin',
  [`PUT ${remoteService}`]: 'superAdmin',
  [`PATCH ${remoteService}`]: 'superAdmin',
  [`DELETE ${remoteService}`]: 'superAdmin',
  [`POST ${remoteService}/_update`]: 'superAdmin',
  [`GET ${remoteService}/api-docs.json`]: 'anyone',
  [`GET ${remoteService}/proxy/:path{.+}`]: 'anyone',
  'GET /api/v1/configurable-remote-services': 'session',
  'POST /api/v1/_check-api': 'session',
  'GET /api/v1/vocabulary': 'anyone',
  'GET /api/v1/api-docs.json': 'anyone',
  'POST /api/v1/setup': 'setup',
  'POST /api/v1/setup/directory': 'setup',
  'GET /api/v1/session': 'anyone',
  'PUT /api/v1/session/account': 'session',
  'PUT /api/v1/session/admin-mode': 'superAdmin',
  'GET /api/v1/profile': 'session',
  'PATCH /api/v1/profile': 'session',
  'POST /api/v1/profile/email': 'session',
  'POST /api/v1/profile/email/verification': 'session',
  'GET /api/v1/profile/sessions': 'session',
  'DELETE /api/v1/profile/sessions': 'session',
  'DELETE /api/v1/profile/sessions/:session': 'session',
  'POST /api/v1/profile/deletion': 'session',
  'POST /api/v1/profile/two-factor': 'session',
  'POST /api/v1/profile/two-factor/confirmation': 'session',
  'POST /api/v1/profile/two-factor/recovery-codes': 'session',
  'POST /api/v1/profile/two-factor/removal': 'session',
  'POST /api/v1/email-confirmations': 'anyone',
  'POST /api/v1/email-confirmations/check': 'anyone',
  'POST /api/v1/password-resets': 'anyone',
  'POST /api/v1/password-resets/check': 'anyone',
  'POST /api/v1/password-resets/complete': 'anyone',
  'POST /api/auth/password': 'anyone',
  'GET /api/auth/token_callback': 'anyone',
  'GET /api/auth/*': 'anyone',
  'POST /api/auth/*': 'anyone',
  [`GET ${settings}`]: 'administrator',
  [`PUT ${settings}`]: 'administrator',
  [`PATCH ${settings}`]: 'administrator',
  [`GET ${settings}/api-keys`]: 'administrator',
  [`DELETE ${settings}/api-keys/:key`]: 'administrator',
  [`GET ${settings}/topics`]: 'member',
  [`GET ${settings}/licenses`]: 'anyone',
  [`GET ${settings}/datasets-metadata`]: 'member',
  [`GET ${settings}/agent-chat`]: 'member',
  [`GET ${settings}/publication-sites`]: 'member',
  [`POST ${settings}/publication-sites`]: 'administrator',
  [`DELETE ${settings}/publication-sites/:siteType/:siteId`]: 'administrator',
  [`GET ${settings}/webhooks`]: 'administrator',
  [`POST ${settings}/webhooks/:webhook/_replay`]: 'administrator',
  'GET /api/v1/events': 'log',
  'GET /api/v1/limits': 'superAdmin',
  'GET /api/v1/limits/:type/:id': 'member',
  'POST /api/v1/limits/:type/:id': 'superAdmin',
  'POST /api/v1/identities/:type/:id': 'superAdmin',
  'DELETE /api/v1/identities/:type/:id': 'superAdmin',
  'GET /api/v1/identities/:type/:id/report': 'superAdmin',
  'GET /api/v1/stats': 'stats',
  'GET /api/v1/ping': 'anyone',
  'GET /api/v1/admin/info': 'superAdmin',
  'GET /api/v1/admin/status': 'superAdmin',
  'GET /api/v1/instance': 'anyone',
  'GET /api/v1/instance/logo': 'anyone',
  'PATCH /api/v1/admin/instance': 'superAdmin',
  'PUT /api/v1/admin/instance/logo': 'superAdmin',
  'DELETE /api/v1/admin/instance/logo': 'superAdmin',
  'GET /api/v1/admin/overview': 'superAdmin',
  'GET /api/v1/admin/failures': 'superAdmin',
  'GET /api/v1/admin/metrics': 'superAdmin',
  'GET /api/v1/admin/accounts': 'superAdmin',
  'GET /api/v1/admin/users': 'superAdmin',
  'PATCH /api/v1/admin/users/:id': 'superAdmin',
  'POST /api/v1/organizations': 'session',
  [`GET ${organization}`]: 'member',
  [`PATCH ${organization}`]: 'administrator',
  [`GET ${organization}/members`]: 'member',
  [`PATCH ${organization}/members/:user`]: 'administrator',
  [`DELETE ${organization}/members/:user`]: 'administrator',
  [`GET ${organization}/invitations`]: 'administrator',
  [`POST ${organization}/invitations`]: 'administrator',
  [`DELETE ${organization}/invitations/:invitation`]: 'administrator',
  'GET /api/v1/invitations/:invitation': 'anyone',
  'POST /api/v1/invitations/:invitation/accept': 'session',
}
