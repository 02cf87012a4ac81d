export { type DatasetList, listDatasets } from './list'
export { type ListParams, listQuery } from './params'
