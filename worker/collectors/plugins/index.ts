export { type PluginDescription, textIn } from './describe'
export type { JsonSchema, SourcePreview } from './plugin'
