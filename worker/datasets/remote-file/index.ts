export { awaiting, remoteFileFailed, storeFirstFile } from './first-file'
export { probeRemoteFile } from './probe'
