export { type ApplicationList, listApplications, listDocuments } from './list'
export { listQuery } from './params'
