export type { FacetCount } from './facets'
export { type DatasetList, listDatasets } from './list'
export { type ListParams, listCaching, listParameters, proseOf, proseParameters } from './params'
