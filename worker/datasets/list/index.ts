export { type DatasetList, listDatasets, listedWords } from './list'
export { type ListParams, listQuery } from './params'
