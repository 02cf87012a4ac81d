export { type ApplicationList, listApplications } from './list'
export { type ListParams, listParameters } from './params'
