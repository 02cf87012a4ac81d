/** Extensions: columns of a dataset that are computed, or come from other datasets and services. */
export { notFound } from '../master-data/bulk-search'
export { applyExtensions, checkExtensible, sentExtensions } from './apply'
export { checkExtensions } from './check'
export { type CountsByPrefix, countEvents } from './counts'
export { datasetOf } from './dataset-source'
export { type Extension, extensionSchema } from './definition'
export { endExtension, failExtension } from './end-extension'
export { type ExtendLines, extendStored, failureProblem, failureText, lineExtender } from './extend-lines'
export {
  identityOf,
  linesAtOnce,
  optionalKeys,
  ownFields,
  producedFields,
  type ResolvedExtension,
  updatableExtensions,
  withExtensionFields,
} from './fields'
export { checkLeftOutComputed, extensionsOf, withoutLeftOut } from './left-out'
export { isSameDefinition, withoutNeedsUpdate } from './needs-update'
export { type ExtensionPreview, previewExtension } from './preview'
export { datasetsToExtend, requestExtension } from './request-extension'
export { type ActionColumns, actionColumns, resolveExtensions } from './resolve'
export { scheduledUpdates } from './schedule-updates'
export { columnsTaken } from './source-uses'
export { checkUpdateCycle, updatingSources } from './update-cycle'
