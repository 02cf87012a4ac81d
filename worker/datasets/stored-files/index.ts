export { dropUpload, storeTemporaryFile, storeUpload } from './upload'
