export { createDataset, createSchema } from './create'
export { replaceFile } from './replace'
