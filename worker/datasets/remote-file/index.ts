export { awaiting, remoteFileFailed, storeFirstFile } from './fill'
