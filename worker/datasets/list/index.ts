export { type DatasetList, listDatasets, listedTitles } from './list'
export { type ListParams, listQuery } from './params'
