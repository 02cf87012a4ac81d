export { type ApplicationList, listApplications } from './list'
export { type ListParams, listQuery } from './params'
