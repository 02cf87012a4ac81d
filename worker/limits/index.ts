/** Every number with a unit, and its source. No limit is written elsewhere in the code. */

import { accounts, settings } from './accounts'
import { administration, instance } from './administration'
import { applications } from './applications'
import { cache } from './cache'
import { catalog } from './catalog'
import { collectors } from './collectors'
import { datasets } from './datasets'
import { devices } from './devices'
import { directory, loginAttempts } from './directory'
import { events } from './events'
import { expressions } from './expressions'
import { extensions } from './extensions'
import { archives, attachments, calendars, files, workbooks } from './files'
import { geo } from './geo'
import { http } from './http'
import { lines } from './lines'
import { mail } from './mail'
import { markdown } from './markdown'
import { mqtt } from './mqtt'
import { net } from './net'
import { pages } from './pages'
import { captures, thumbnails } from './pictures'
import { prices } from './prices'
import { processing } from './processing'
import { rates } from './rates'
import { realtime } from './realtime'
import { remoteServices } from './remote-services'
import { schema } from './schema'
import { search } from './search'
import { sql } from './sql'
import { transfer } from './transfer'
import { twoFactor } from './two-factor'
import { uploads } from './uploads'

export const limits = {
  http,
  uploads,
  thumbnails,
  captures,
  files,
  archives,
  workbooks,
  calendars,
  attachments,
  schema,
  expressions,
  extensions,
  sql,
  lines,
  search,
  markdown,
  datasets,
  applications,
  remoteServices,
  collectors,
  geo,
  processing,
  cache,
  accounts,
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
  pages,
  catalog,
  administration,
  instance,
  prices,
} as const
