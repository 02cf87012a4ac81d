export { openRemote } from './open-remote'
export type { Remote } from './remote'
export { childPath, httpAddress, remotePath, splitPath } from './remote-path'
