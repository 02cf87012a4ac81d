/** Signatures of deliveries, by Standard Webhooks (standardwebhooks.com), for which libraries exist. */

const prefix = 'whsec_'

/** The headers of a delivery: its id, its time, and the signature of both with the body. */
export async function signed(
  secret: string,
  delivery: { id: string; at: Date; body: string },
): Promise<Record<string, string>> {
  const seconds = String(Math.floor(delivery.at.getTime() / 1_000))
  const bytes = Buffer.from(secret.slice(prefix.length), 'base64')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const text = `${delivery.id}.${seconds}.${delivery.body}`
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return {
    'webhook-id': delivery.id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${Buffer.from(signature).toString('base64')}`,
  }
}
