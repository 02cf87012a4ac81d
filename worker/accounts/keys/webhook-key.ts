import { limits } from '../../limits'

/** The key that starts the runs of a collector: 16 characters, 96 bits. */
export const newWebhookKey = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array((limits.collectors.webhookKeyChars * 3) / 4))).toString('base64url')
