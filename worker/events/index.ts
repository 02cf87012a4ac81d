export { callWebhook, silentWebhooks } from './deliver'
