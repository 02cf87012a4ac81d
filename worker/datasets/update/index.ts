export { updateExtensions } from './extension-updates'
export { patchDataset } from './patch'
