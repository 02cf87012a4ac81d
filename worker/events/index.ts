export { callWebhook, silentWebhooks } from './deliver-webhooks'
export { pruneLog } from './prune'
