export { remoteFileFailed, storeFirstFile, versionAwaitingFile } from './first-file'
export { probeRemoteFile } from './probe'
