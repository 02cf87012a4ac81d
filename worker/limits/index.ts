/** Every bound with an operational source, and that source. */

import { accounts, settings } from './accounts/accounts'
import { sessions } from './accounts/sessions'
import { directory, loginAttempts } from './accounts/sign-in'
import { twoFactor } from './accounts/two-factor'
import { archives } from './data/archives'
import { attachments } from './data/attachments'
import { calendars } from './data/calendars'
import { datasets } from './data/datasets'
import { descriptions } from './data/descriptions'
import { expressions } from './data/expressions'
import { extensions } from './data/extensions'
import { files } from './data/files'
import { geo } from './data/geo'
import { geopackages } from './data/geopackages'
import { history } from './data/history'
import { indexes } from './data/indexes'
import { lines } from './data/lines'
import { masterData } from './data/master-data'
import { ods } from './data/ods'
import { parquet } from './data/parquet'
import { permissions } from './data/permissions'
import { processing } from './data/processing'
import { schema } from './data/schema'
import { search } from './data/search'
import { sql } from './data/sql'
import { fileVersions, trash } from './data/trash'
import { uploads } from './data/uploads'
import { workbooks } from './data/workbooks'
import { http } from './network/http'
import { mail } from './network/mail'
import { mqtt } from './network/mqtt'
import { net } from './network/net'
import { rates } from './network/rates'
import { realtime } from './network/realtime'
import { transfer } from './network/transfer'
import { administration } from './service/administration'
import { alerts } from './service/alerts'
import { applications } from './service/applications'
import { basemap } from './service/basemap'
import { cache } from './service/cache'
import { captures } from './service/captures'
import { catalog } from './service/catalog'
import { collectors } from './service/collectors'
import { devices } from './service/devices'
import { events } from './service/events'
import { instance } from './service/instance'
import { lists } from './service/lists'
import { markdown } from './service/markdown'
import { pages } from './service/pages'
import { previews } from './service/previews'
import { prices } from './service/prices'
import { remoteServices } from './service/remote-services'
import { thumbnails } from './service/thumbnails'
import { usage } from './service/usage'
import { webhooks } from './service/webhooks'

export const limits = {
  http,
  uploads,
  thumbnails,
  captures,
  files,
  fileVersions,
  archives,
  workbooks,
  calendars,
  geopackages,
  attachments,
  schema,
  expressions,
  extensions,
  masterData,
  sql,
  lines,
  history,
  indexes,
  parquet,
  ods,
  search,
  markdown,
  datasets,
  descriptions,
  permissions,
  lists,
  trash,
  applications,
  remoteServices,
  collectors,
  geo,
  processing,
  cache,
  accounts,
  sessions,
  loginAttempts,
  twoFactor,
  rates,
  directory,
  mail,
  settings,
  net,
  transfer,
  mqtt,
  devices,
  realtime,
  events,
  webhooks,
  pages,
  previews,
  basemap,
  catalog,
  administration,
  alerts,
  instance,
  prices,
  usage,
} as const
