export { remoteFileFailed, storeFirstFile, versionAwaitingFile } from './first-file'
export { testRemoteAddress } from './test-address'
