export { Upload } from './upload-object'
export { releaseUpload, takeUpload } from './use-upload'
