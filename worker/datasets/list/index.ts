export { type DatasetList, listDatasets } from './list'
export { type ListParams, listParameters } from './params'
