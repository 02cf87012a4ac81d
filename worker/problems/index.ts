/** All error codes, with the status and the text in both languages. Clients match on fragments of the French texts: keep them when a text is changed. */
import { accessProblems } from './access'
import { applicationProblems } from './applications'
import { archiveProblems } from './archives'
import { calendarProblems } from './calendars'
import { collectorProblems } from './collectors'
import { extensionProblems } from './extensions'
import { geopackageProblems } from './geopackages'
import { imageProblems } from './images'
import { linesProblems } from './lines'
import { mapProblems } from './maps'
import { netProblems } from './net'
import { odsProblems } from './ods'
import { processingProblems } from './processing'
import { quotaProblems } from './quotas'
import { realtimeProblems } from './realtime'
import { remoteServiceProblems } from './remote-services'
import { requestProblems } from './request'
import { serviceProblems } from './service'
import { stateProblems } from './state'
import { uploadsProblems } from './uploads'
import { virtualProblems } from './virtual'
import { workbookProblems } from './workbooks'

export const problems = {
  ...accessProblems,
  ...requestProblems,
  ...stateProblems,
  ...netProblems,
  ...quotaProblems,
  ...uploadsProblems,
  ...imageProblems,
  ...applicationProblems,
  ...remoteServiceProblems,
  ...extensionProblems,
  ...collectorProblems,
  ...linesProblems,
  ...odsProblems,
  ...processingProblems,
  ...archiveProblems,
  ...calendarProblems,
  ...mapProblems,
  ...workbookProblems,
  ...geopackageProblems,
  ...realtimeProblems,
  ...virtualProblems,
  ...serviceProblems,
}
