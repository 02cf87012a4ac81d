export { type ApplicationList, listApplications, listDocuments } from './list'
export { type ListParams, listQuery } from './params'
