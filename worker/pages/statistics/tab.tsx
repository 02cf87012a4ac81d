import type { Dataset, FieldStatistics } from '../../datasets'
import { openLines, repeatedLines } from '../../datasets/lines-api'
import type { Problem } from '../../errors'
import { DatasetFrame } from '../dataset/frame'
import { freshnessOf } from '../dataset/freshness'
import { columnCount, fieldsOf } from '../fields'
import { problemText } from '../problem-text'
import { resultOf } from '../table/read-table'
import { isFiltered } from '../table/state'
import type { View } from '../view'
import { ColumnRow } from './column'
import { type DatasetSummary, datasetSummary } from './summary'

type Input = {
  view: View
  dataset: Dataset
  params: URLSearchParams
  /** `total` of statistics that were computed for this page, perhaps of a sample. */
  read: { value: { statistics: ReadonlyMap<string, FieldStatistics>; total?: number } } | { problem: Problem }
}

/** The statistics tab: of the dataset, and of each of its columns. */
export async function StatisticsTab({ view, dataset, params, read }: Input) {
  const { say, baseUrl } = view
  if ('problem' in read) {
    return (
      <DatasetFrame view={view} dataset={dataset} tab="statistics">
        <p class="empty">{problemText(read.problem, view.language)}</p>
      </DatasetFrame>
    )
  }
  const fields = fieldsOf(view, dataset)
  const { statistics, total } = read.value
  const summary = datasetSummary(fields, statistics, total)
  const address = `${baseUrl}/dataset/${dataset.id}`
  const hasOutliers = summary.columns.some(({ outliers }) => outliers)
  if (summary.columns.length === 0 || total === 0) {
    return (
      <DatasetFrame view={view} dataset={dataset} tab="statistics">
        <p class="empty">{say(total === 0 ? 'noStatisticsOfNoRows' : 'noStatistics')}</p>
      </DatasetFrame>
    )
  }
  return (
    <DatasetFrame view={view} dataset={dataset} tab="statistics" ownStyles="exploring.css">
      <div class="list-head">
        <p class="quiet">
          {helpText(view, summary, total !== undefined)}
          {isFiltered(params) && ` ${say('statisticsUnfiltered')}`}
          {hasOutliers && ` ${say('outliersHelp')}`}
        </p>
        <p class="chips">
          <a class="button" href={`${address}/statistics.json`} download>
            JSON
          </a>
          {dataset.visibility === 'public' && (
            <a class="button" href={`${address}/datapackage.json`}>
              Data Package
            </a>
          )}
        </p>
      </div>
      <dl class="overview">
        <Fact name={say('rowsAndColumns')}>
          {say('lineCount', { count: summary.rows })}, {say('fieldCount', { count: columnCount(fields) })}
        </Fact>
        <Fact name={say('completeness')}>
          {say('filledCells', { share: view.share(summary.completeness), count: summary.cells })}
        </Fact>
        <Fact name={say('freshness')}>
          <Freshness view={view} dataset={dataset} />
        </Fact>
        <Fact name={say('repeatedRows')}>
          <Repeated view={view} dataset={dataset} asked={params.get('repeated') === 'true'} address={address} />
        </Fact>
      </dl>
      <section class="scroller" tabindex={0} aria-label={say('tab:statistics')}>
        <table class="schema statistics">
          <thead>
            <tr>
              <th scope="col">{say('field')}</th>
              <th scope="col">{say('completeness')}</th>
              <th scope="col">{say('distinct')}</th>
              <th scope="col">{say('distribution')}</th>
              <th scope="col">{say('extremes')}</th>
              <th scope="col">{say('meanAndSum')}</th>
              {hasOutliers && <th scope="col">{say('outliers')}</th>}
            </tr>
          </thead>
          <tbody>
            {summary.columns.map((column) => {
              const field = fields.find(({ key }) => key === column.key)
              const known = statistics.get(column.key)
              return (
                field && known && <ColumnRow {...{ view, field, column, address, hasOutliers }} statistics={known} />
              )
            })}
          </tbody>
        </table>
      </section>
    </DatasetFrame>
  )
}

/** Of which rows the statistics are, and when they were computed. */
function helpText({ say, number }: View, { rows, sampledRows }: DatasetSummary, isComputedNow: boolean): string {
  if (sampledRows !== undefined) return say('statisticsSampled', { count: sampledRows, total: number(rows) })
  return say(isComputedNow ? 'statisticsNow' : 'statisticsHelp', { count: rows })
}

function Fact({ name, children }: { name: string; children?: unknown }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Freshness({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say } = view
  const { changedAt, isLate } = freshnessOf(dataset, view.ctx.now())
  const { frequency } = dataset.metadata
  return (
    <>
      <time datetime={changedAt} title={view.dateTime(changedAt)}>
        {view.ago(changedAt)}
      </time>
      {frequency && ` · ${say(`frequency:${frequency}`)}`}
      {isLate && <span class="chip warn">{say('late')}</span>}
    </>
  )
}

/** The rows that repeat others: all of them are read to know, so that it is asked for. */
async function Repeated(props: { view: View; dataset: Dataset; asked: boolean; address: string }) {
  const { view, dataset, asked, address } = props
  const { say, ctx } = view
  if (!asked) {
    return (
      <>
        {say('notCounted')}{' '}
        <a href={`${address}/statistics?repeated=true`} rel="nofollow">
          {say('countRepeated')}
        </a>
      </>
    )
  }
  const read = await resultOf(
    openLines(ctx, { id: dataset.id, draft: false }).then((opened) => repeatedLines(ctx, opened)),
  )
  if ('problem' in read) return <>{problemText(read.problem, view.language)}</>
  if (!read.value) return <>{say('repeatedUnknown')}</>
  const { lines } = read.value
  return <>{lines === 0 ? say('noRepeated') : say('repeatedCount', { count: lines })}</>
}
