export { Channel } from './channel'
export { SocketHub } from './hub'
