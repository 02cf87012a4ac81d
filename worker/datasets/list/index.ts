export { type DatasetList, listDatasets, listDocuments, listedWords } from './list'
export { type ListParams, listQuery } from './params'
