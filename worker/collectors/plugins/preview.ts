import { z } from '@hono/zod-openapi'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { timedOut } from '../../net/failures'
import { cutText } from '../../schema/cut-text'
import { collectorAdmin } from '../actor'
import { loadCollector } from '../load'
import { HostKeys } from '../runs/host-keys'
import { pluginFetch } from '../runs/plugin-fetch'
import { pluginFiles } from '../runs/plugin-files'
import { checkServers, openSecrets, sentSecrets, serversOf } from '../secrets'
import { checkConfig } from './check-config'
import { findPlugin } from './find-plugin'
import type { SourcePreview } from './plugin'

/** Body of a preview. */
export const previewSchema = z
  .object({ config: z.record(z.string(), z.unknown()), collector: z.string().optional() })
  .openapi('CollectorPreview')

const resultSchema = z.object({
  columns: z.array(z.coerce.string()),
  rows: z.array(z.array(z.unknown())),
  note: z.string().optional(),
  proposed: z.record(z.string(), z.string()).optional(),
})

/**
 * Tests a configuration: reads the first rows of its source, and stores nothing.
 *
 * @param input.collector whose stored secrets the placeholders stand for
 * @throws `collector-creation-refused`, `collector-config-invalid`, `collector-preview-unsupported`, what the source throws
 */
export async function previewPlugin(
  ctx: Context,
  input: { plugin: string; config: Record<string, unknown>; collector?: string | undefined },
): Promise<SourcePreview> {
  collectorAdmin(ctx)
  const { plugin, schema } = await findPlugin(ctx, input.plugin)
  checkConfig(schema, input.config)
  const collector = input.collector === undefined ? undefined : await loadCollector(ctx, input.collector, 'admin')
  const stored = collector ? await openSecrets(ctx, { collector: collector.id, secrets: collector.secrets }) : {}
  const sentNow = sentSecrets(schema, input.config)
  const kept = Object.keys(stored).find((name) => !(name in sentNow))
  if (collector && kept !== undefined) checkServers(kept, { before: collector.config, config: input.config })
  const secrets = { ...stored, ...sentNow }
  const timeoutMs = limits.collectors.previewMs
  const signal = AbortSignal.timeout(timeoutMs)
  const fetch = pluginFetch(ctx, { signal, warn: () => {}, timeoutMs, attempts: 1 })
  if (!plugin.preview) throw problem('collector-preview-unsupported', { plugin: input.plugin })
  // Whoever enters the secrets trusts the server anew.
  const hostKeys = new HostKeys(kept === undefined ? {} : collector?.state)
  const { openFile, listFiles } = pluginFiles(ctx, hostKeys)
  const reading = plugin.preview({
    config: input.config,
    secrets,
    fetch,
    openFile,
    listFiles,
    previewBytes: limits.collectors.previewBytes,
    isStopped: async () => signal.aborted,
  })
  const sent: unknown = await Promise.race([reading, lateAt(signal, input.config)])
  const parsed = resultSchema.safeParse(sent)
  if (!parsed.success)
    throw problem('collector-result-invalid', {
      plugin: input.plugin,
      reason: { en: 'its preview is no table', fr: "son aperçu n'est pas un tableau" },
    })
  const { columns, rows, note, proposed } = parsed.data
  const { previewRows, previewColumns, maxPreviewCellChars } = limits.collectors
  const textOf = (value: unknown) => cutText(String(value ?? ''), maxPreviewCellChars)
  return {
    columns: columns.slice(0, previewColumns).map(textOf),
    rows: rows.slice(0, previewRows).map((row) => row.slice(0, previewColumns).map(textOf)),
    ...(note ? { note: textOf(note) } : {}),
    ...(proposed ? { proposed } : {}),
  }
}

/**
 * Fails when a preview takes too long as a whole, however slowly its server goes on answering. Its connections end with the
 * request.
 */
function lateAt(signal: AbortSignal, config: Record<string, unknown>): Promise<never> {
  const [server] = serversOf(config)
  const host = server === undefined ? '' : new URL(server).host
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(problem('upstream-failed', { host, reason: timedOut })))
  })
}
