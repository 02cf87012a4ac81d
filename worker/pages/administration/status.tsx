import type { LinesDatabase, Overview } from '../../administration'
import type { RunUnderWay } from '../../datasets/runs'
import type { View } from '../view'
import { Attention } from './attention'
import { Cost, UsageByDay } from './cost'
import { AdministrationFrame } from './frame'

/** The number of resources of a type, with a link to their list. */
const counts = [
  ['datasets', '/'],
  ['lines', undefined],
  ['applications', '/applications'],
  ['collectors', '/collectors'],
  ['organizations', '/admin/owners'],
  ['users', '/admin/users'],
] as const
const chips: Record<RunUnderWay['state'], string> = { running: 'chip', waiting: 'chip warn', stuck: 'chip danger' }

/** The state of the service. */
export function StatusPage({ view, overview }: { view: View; overview: Overview }) {
  const { say, baseUrl } = view
  const counted = (name: (typeof counts)[number][0]) => say(`count:${name}`, { count: overview.counts[name] })
  return (
    <AdministrationFrame view={view} part="info">
      <Attention view={view} overview={overview} />
      <ul class="tiles">
        {counts.map(([name, page]) => (
          <li>
            <strong>{view.number(overview.counts[name])}</strong>
            {page ? <a href={`${baseUrl}${page}`}>{counted(name)}</a> : counted(name)}
          </li>
        ))}
      </ul>
      <Runs view={view} runs={overview.runs} />
      <Databases view={view} databases={overview.databases} />
      <Cost view={view} overview={overview} />
      <UsageByDay view={view} days={overview.usage.days} />
    </AdministrationFrame>
  )
}

function Runs({ view, runs }: { view: View; runs: readonly RunUnderWay[] }) {
  const { say, baseUrl } = view
  return (
    <section class="card" id="runs">
      <h2>{say('runsUnderWay')}</h2>
      {runs.length === 0 ? (
        <p class="quiet">{say('noProcessing')}</p>
      ) : (
        <section class="scroller" tabindex={0} aria-label={say('runsUnderWay')}>
          <table class="figures">
            <thead>
              <tr>
                <th scope="col">{say('title')}</th>
                <th scope="col">{say('stage')}</th>
                <th scope="col">{say('state')}</th>
                <th scope="col">{say('lastReport')}</th>
              </tr>
            </thead>
            <tbody>
              {runs.map(({ dataset, stage, progress, state, updatedAt }) => (
                <tr>
                  <th scope="row">
                    <a href={`${baseUrl}/dataset/${dataset.id}`}>{dataset.title}</a>
                  </th>
                  <td>
                    {stage} {progress} %
                  </td>
                  <td>
                    <span class={chips[state]}>{say(`runState:${state}`)}</span>
                  </td>
                  <td>{view.ago(updatedAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

function Databases({ view, databases }: { view: View; databases: readonly LinesDatabase[] }) {
  const { say } = view
  return (
    <section class="card" id="databases">
      <h2>{say('check:lines')}</h2>
      <section class="scroller" tabindex={0} aria-label={say('check:lines')}>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{say('databaseOfRows')}</th>
              <th scope="col">{say('databaseSize')}</th>
              <th scope="col" class="number">
                {say('datasets')}
              </th>
              <th scope="col" class="number">
                {say('rows')}
              </th>
            </tr>
          </thead>
          <tbody>
            {databases.map(({ shard, bytes, maxBytes, datasets, lines }) => (
              <tr>
                <th scope="row">LINES_{shard}</th>
                <td>
                  {bytes === null ? (
                    <strong class="chip danger">{say('respondsNot')}</strong>
                  ) : (
                    say('sizeOf', { size: view.bytes(bytes), max: view.bytes(maxBytes) })
                  )}{' '}
                  {bytes !== null && bytes >= maxBytes && <strong class="chip warn">{say('databaseFull')}</strong>}
                </td>
                <td class="number">{view.number(datasets)}</td>
                <td class="number">{view.number(lines)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
