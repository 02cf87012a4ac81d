export { callWebhook, silentWebhooks } from './call-webhook'
export { pruneLog } from './prune'
