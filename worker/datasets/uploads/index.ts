export { beginUpload } from './begin-upload'
export { removeUpload } from './remove'
export { Upload } from './upload-object'
export { releaseUpload, takeUpload } from './use-upload'
