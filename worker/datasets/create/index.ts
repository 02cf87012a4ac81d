export { createDataset, createSchema } from './create-dataset'
export { replaceFile } from './replace-file'
