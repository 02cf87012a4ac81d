export { type PluginDescription, textIn } from './describe'
export { isObject } from './fetch-json'
export type { JsonSchema, SourcePreview } from './plugin'
