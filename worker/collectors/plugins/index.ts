export { type PluginDescription, textIn } from './describe'
export type { JsonSchema, Preview } from './plugin'
