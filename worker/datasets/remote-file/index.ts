export { awaiting, remoteFileFailed, storeFirstFile } from './first-file'
