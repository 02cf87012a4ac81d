export type { FacetCount } from './facets'
export { type DatasetList, listDatasets } from './list'
export { type ListParams, listParameters } from './params'
