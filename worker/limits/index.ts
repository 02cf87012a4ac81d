/** Every number with a unit, and its source. No limit is written elsewhere in the code. */

import { accounts, settings } from './accounts'
import { applications } from './applications'
import { cache } from './cache'
import { datasets } from './datasets'
import { directory } from './directory'
import { events } from './events'
import { expressions } from './expressions'
import { archives, attachments, calendars, files, workbooks } from './files'
import { geo } from './geo'
import { http } from './http'
import { lines } from './lines'
import { loginAttempts } from './login-throttle'
import { markdown } from './markdown'
import { net } from './net'
import { processing } from './processing'
import { rates } from './rates'
import { realtime } from './realtime'
import { schema } from './schema'
import { thumbnails } from './thumbnails'
import { uploads } from './uploads'

export const limits = {
  http,
  uploads,
  thumbnails,
  files,
  archives,
  workbooks,
  calendars,
  attachments,
  schema,
  expressions,
  lines,
  markdown,
  datasets,
  applications,
  geo,
  processing,
  cache,
  accounts,
  loginAttempts,
  rates,
  directory,
  settings,
  net,
  realtime,
  events,
} as const
