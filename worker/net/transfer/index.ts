export { openRemote, type RemoteContext } from './open-remote'
export type { Remote } from './remote'
export { childPath, remotePath, splitPath } from './remote-path'
