export { type PluginDescription, textIn } from './describe'
export { isObject } from './json'
export type { JsonSchema, SourcePreview } from './plugin'
