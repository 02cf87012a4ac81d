/** Remote services: external APIs with a description, which enrich lines and are opened through a proxy. */
export { accountCanUse, canChange } from './access'
export { addKey } from './add-key-to-request'
export {
  datasetServicePrefix,
  removeDatasetService,
  storageRatios,
  storeDatasetService,
} from './dataset-services'
export { isSearch, type ServiceAction } from './description/actions'
export type { Annotation } from './description/annotations'
export { type Operation, operationsOf } from './description/operations'
export { parseDescription } from './description/parse'
export type { RemoteService } from './document'
export { deleteExpiredAnswers } from './enrichment/answers'
export { enrichRows } from './enrichment/enrich-rows'
export { enrichmentOf, readAction } from './enrichment/read-action'
export type {
  ActionInput,
  ActionOutput,
  EnrichmentAction,
  Extended,
  RowAnswer,
} from './enrichment/types'
export { listServices } from './list'
export { findService, loadOwnService, loadService, mayUse, readDescription, serviceActor } from './load'
