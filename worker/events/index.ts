export { callWebhook, silentWebhooks } from './deliver'
export { pruneLog } from './prune'
