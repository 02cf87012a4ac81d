export { patchDataset } from './patch'
export { removeDataset } from './remove'
