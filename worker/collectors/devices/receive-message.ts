import { timingSafeEqual } from '../../accounts'
import type { Context } from '../../context'
import { problem, untranslated } from '../../errors'
import { readCollector } from '../load'
import { deviceConfigSchema, parseDeviceConfig } from './device-config'
import { storeMessages } from './store-messages'

/**
 * Stores a message that a device or its network sends, before it is answered.
 *
 * @param input.key the webhook key of the collector
 * @param input.messageId names the message where its content does not (the header Idempotency-Key)
 * @returns how many lines were stored; none for events that carry no measure
 * @throws `collector-not-found`, `collector-key-refused`, `collector-inactive`, `collector-receives-nothing`,
 *   `message-refused`, those of `storeMessages`
 */
export async function receiveMessage(
  ctx: Context,
  input: { id: string; key: string; body: unknown; event?: string | undefined; messageId?: string | undefined },
): Promise<{ stored: number; refused: number }> {
  const collector = await readCollector(ctx, input.id)
  if (!(await timingSafeEqual(input.key, collector.webhookKey))) throw problem('collector-key-refused')
  if (!collector.active) throw problem('collector-inactive')
  if (collector.plugin !== 'webhook') throw problem('collector-receives-nothing', { plugin: collector.plugin })
  const config = parseDeviceConfig(deviceConfigSchema, collector.config)
  const { body, event } = input
  const message = { body, event, receivedAt: ctx.now().toISOString(), fallbackId: input.messageId }
  const { stored, refused, reason } = await storeMessages(ctx, { collector, config, messages: [message] })
  if (stored === 0 && refused > 0) throw problem('message-refused', { reason: untranslated(reason ?? '') })
  return { stored, refused }
}
