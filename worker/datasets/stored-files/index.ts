export { readShortLived, storeShortLived } from './short-lived'
export { dropUpload, storeTemporaryFile, storeUpload } from './upload'
