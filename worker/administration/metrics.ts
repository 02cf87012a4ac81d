/** The state of the service for Prometheus, in the format of OpenMetrics 1.0. */
import packageJson from '../../package.json'
import { checkOperator } from '../accounts'
import type { Context } from '../context'
import { failureCounts } from './failures'
import { type Overview, overviewOf } from './overview'

type Sample = { labels?: Record<string, string>; value: number }
type Metric = { name: string; help: string; unit?: string; samples: Sample[] }

/** @param key secret of the operator's services, instead of a session. @throws `super-admin-only`, `service-key-refused` */
export async function readMetrics(ctx: Context, key: string | undefined): Promise<string> {
  await checkOperator(ctx, key)
  const [overview, failures] = await Promise.all([overviewOf(ctx), failureCounts(ctx)])
  return openMetrics(metricsOf(overview, failures))
}

/** All values are gauges: they are counted when they are read. Pure. */
function metricsOf(overview: Overview, failures: Record<string, number>): Metric[] {
  const { checks, counts, databases, stored, runs, alerts } = overview
  const states = ['running', 'waiting', 'stuck'] as const
  return [
    { name: 'fairway_info', help: 'Version.', samples: [{ labels: { version: packageJson.version }, value: 1 }] },
    {
      name: 'fairway_up',
      help: 'Whether a dependency responds.',
      samples: checks.map(({ name, status }) => ({ labels: { dependency: name }, value: status === 'ok' ? 1 : 0 })),
    },
    {
      name: 'fairway_check_seconds',
      help: 'Response time of a dependency.',
      unit: 'seconds',
      samples: checks.map(({ name, ms }) => ({ labels: { dependency: name }, value: ms / 1_000 })),
    },
    {
      name: 'fairway_resources',
      help: 'Number of resources by type.',
      samples: Object.entries(counts).map(([type, value]) => ({ labels: { type }, value })),
    },
    {
      name: 'fairway_failures',
      help: 'Number of resources in error by type.',
      samples: Object.entries(failures).map(([type, value]) => ({ labels: { type }, value })),
    },
    {
      name: 'fairway_runs',
      help: 'Processing runs under way by state.',
      samples: states.map((state) => ({ labels: { state }, value: runs.filter((run) => run.state === state).length })),
    },
    { name: 'fairway_alerts', help: 'Number of alerts that hold.', samples: [{ value: alerts.length }] },
    {
      name: 'fairway_lines_database_bytes',
      help: 'Size of each database of lines that responds.',
      unit: 'bytes',
      samples: databases.flatMap(({ shard, bytes }) =>
        bytes === null ? [] : [{ labels: { shard: String(shard) }, value: bytes }],
      ),
    },
    {
      name: 'fairway_stored_bytes',
      help: 'Size of the databases, and of the files.',
      unit: 'bytes',
      samples: Object.entries(stored).map(([store, value]) => ({ labels: { store }, value })),
    },
  ]
}

/** Writes metrics as OpenMetrics text. Pure. */
function openMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, unit, samples }) => [
    `# TYPE ${name} gauge`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${help}`,
    ...samples.map(({ labels = {}, value }) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text.replace(/["\\]/g, '\\$&')}"`)
      return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
    }),
  ])
  return `${lines.join('\n')}\n# EOF\n`
}
