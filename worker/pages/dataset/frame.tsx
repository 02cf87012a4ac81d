import type { Child } from 'hono/jsx'
import { type Dataset, hasLines, isIdle, lineCount, type Version } from '../../datasets'
import { readEntries } from '../../datasets/journal'
import { isTransient } from '../../errors'
import type { DatasetOperation } from '../../identity'
import { can } from '../../permissions'
import { hasFileFields } from '../../schema/attachment-fields'
import { Icon } from '../components/icon'
import { OwnerLogo, ownerAddress } from '../components/organization'
import { Visibility } from '../components/visibility'
import { columnCount } from '../fields'
import { Layout } from '../layout'
import type { MessageKey } from '../messages'
import { CorrectAddress, mayCorrectAddress } from '../publish/remote-file'
import { ShareButton, shareIslands } from '../share/button'
import { shownAudience } from '../share/grants'
import { readSharedView } from '../share/shared-view'
import { keptQuery } from '../table/state'
import type { View } from '../view'
import { isBeingUpdated } from './being-updated'
import { journalSentences } from './journal-text'
import { LeftOut } from './left-out-notice'
import { StructuredData } from './structured-data'

export const tabs = [
  'description',
  'table',
  'map',
  'charts',
  'files',
  'schema',
  'statistics',
  'api',
  'journal',
] as const
export type Tab = (typeof tabs)[number]

type Props = {
  view: View
  dataset: Dataset
  tab: Tab
  islands?: string[]
  ownStyles?: string
  wide?: boolean
  /** The confirmation of the last action, above the tab. */
  notice?: Child
  children: Child
}

/** The frame of all tabs of a dataset: title, facts, and links to the tabs. */
export function DatasetFrame({ view, dataset, tab, islands, ownStyles, wide, notice, children }: Props) {
  const { say, baseUrl } = view
  const { metadata, published, id } = dataset
  const count = lineCount(published)
  const kept = keptQuery(view.here.searchParams)
  const title = tab === 'description' ? metadata.title : `${metadata.title} – ${say(`tab:${tab}`)}`
  const address = `${baseUrl}/dataset/${id}`
  return (
    <Layout
      view={view}
      title={title}
      {...(metadata.summary ? { description: metadata.summary } : {})}
      islands={[
        'navigation',
        ...(islands ?? []),
        ...shareIslands,
        ...(isUnderWay(dataset) || isUpdated(view, dataset) ? ['progress'] : []),
      ]}
      ownStyles={ownStyles}
      head={tab === 'description' && <StructuredData view={view} dataset={dataset} />}
      current="datasets"
      {...(wide ? { wide } : {})}
    >
      <div class="dataset-head">
        <div>
          <p class="eyebrow by-owner">
            <a href={ownerAddress(view, dataset.owner)}>
              <OwnerLogo view={view} owner={dataset.owner} />
              {dataset.owner.name}
            </a>
          </p>
          <h1>
            {metadata.title}{' '}
            <span data-visibility={`/dataset/${id}`}>
              <Visibility view={view} audience={shownAudience(dataset)} />
            </span>
          </h1>
          {tab === 'description' && metadata.summary && <p class="lead">{metadata.summary}</p>}
        </div>
        <Actions view={view} dataset={dataset} tab={tab} />
      </div>
      <nav class="tabs" data-region="tabs" aria-label={say('tabs')}>
        {tabsOf(view, dataset).map((name) => (
          <a
            href={`${address}${name === 'description' ? '' : `/${name}`}${kept}`}
            {...(name === tab ? { 'aria-current': 'page' as const } : {})}
          >
            {say(`tab:${name}` satisfies MessageKey)}
            {name === 'table' && count !== undefined && <span class="count">{view.number(count)}</span>}
            {name === 'schema' && published.schema.length > 0 && (
              <span class="count">{view.number(columnCount(published.schema))}</span>
            )}
          </a>
        ))}
      </nav>
      {notice}
      <State view={view} dataset={dataset} tab={tab} />
      {children}
    </Layout>
  )
}

function tabsOf(view: View, dataset: Dataset): Tab[] {
  const { published } = dataset
  const isReadable = hasLines(dataset, published)
  const visible: Record<Tab, boolean> = {
    description: true,
    table: allows(view, dataset, 'readLines') && isReadable,
    map: allows(view, dataset, 'readLines') && isReadable && Boolean(published.bbox?.length),
    charts: allows(view, dataset, 'getValuesAgg') && isReadable,
    files: allows(view, dataset, 'readLines') && isReadable && hasFileFields(published.schema),
    schema: allows(view, dataset, 'readSchema') && published.schema.length > 0,
    statistics: allows(view, dataset, 'readLines') && isReadable,
    api: true,
    journal: allows(view, dataset, 'readJournal'),
  }
  return tabs.filter((tab) => visible[tab])
}

/** Whether the reader has permission, to show or hide a link; operations check permissions themselves. */
export function allows(view: View, dataset: Dataset, operation: DatasetOperation): boolean {
  const { identity } = view.ctx
  return 'actor' in identity && can(identity.actor, operation, dataset)
}

/** The actions that the reader has permission for. Sharing is always offered: its dialog shows the address to everybody. */
function Actions({ view, dataset, tab }: Pick<Props, 'view' | 'dataset' | 'tab'>) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  return (
    <div class="actions">
      <ShareButton view={view} path={`/dataset/${dataset.id}`} shown={readSharedView(tab + view.here.search)} />
      {allows(view, dataset, 'writeDescription') && (
        <a class="button" href={`${address}/edit`}>
          <Icon name="edit" />
          {say('edit')}
        </a>
      )}
      {dataset.nature === 'rest' &&
        allows(view, dataset, 'bulkLines') &&
        view.here.pathname !== new URL(`${address}/edit-data`).pathname && (
          <span data-region="edit-rows">
            <a class="button" href={`${address}/edit-data${keptQuery(view.here.searchParams)}`}>
              <Icon name="columns" />
              {say('editRows')}
            </a>
          </span>
        )}
      {allows(view, dataset, 'writeData') && dataset.nature === 'file' && (
        <a class="button" href={`${address}/replace`}>
          <Icon name="upload" />
          {say('replaceFile')}
        </a>
      )}
    </div>
  )
}

/** Whether the first version is still being processed. */
const isUnderWay = (dataset: Dataset): boolean =>
  !hasLines(dataset, dataset.published) && !isIdle(dataset.draft?.status ?? dataset.published.status)

/** Whether another version of the rows is being processed, for those who sent it: readers are not told. */
const isUpdated = (view: View, dataset: Dataset): boolean =>
  dataset.nature === 'file' &&
  hasLines(dataset, dataset.published) &&
  isBeingUpdated(dataset) &&
  allows(view, dataset, 'writeData')

/** Why the last processing failed, for those who may read the log, with the next step. */
async function Failed({ view, dataset }: Pick<Props, 'view' | 'dataset'>) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  const seesJournal = allows(view, dataset, 'readJournal')
  const failure = seesJournal
    ? (await readEntries(view.ctx, dataset.id)).find(({ type }) => /error/.test(type))
    : undefined
  const retries = (!failure?.code || isTransient(failure.code)) && allows(view, dataset, 'writeDescription')
  const corrects = mayCorrectAddress(view, dataset)
  return (
    <>
      <div class="notice danger" role="alert">
        <p>{(failure && journalSentences(view, dataset, failure)) ?? say('failed')}</p>
        {seesJournal && <a href={`${address}/journal`}>{say('seeJournal')}</a>}
        {retries && !corrects && (
          <form method="post" action={`${address}/retry`}>
            <button type="submit">{say('tryAgain')}</button>
          </form>
        )}
        {!retries && dataset.nature === 'file' && allows(view, dataset, 'writeData') && (
          <a class="button" href={`${address}/replace`}>
            {say('replaceFile')}
          </a>
        )}
      </div>
      <CorrectAddress view={view} dataset={dataset} action={`${address}/edit`} />
    </>
  )
}

/** What waits: the first file of a dataset, or one that replaces what readers see. */
function draftText(published: Version, draft: Version) {
  const hasFailed = draft.status === 'error'
  if (published.status === 'draft') return hasFailed ? 'firstFileFailed' : 'firstFileWaits'
  return hasFailed ? 'draftFailed' : 'draftWaits'
}

/** Why the processing of a draft failed. */
async function FailureReason({ view, dataset }: { view: View; dataset: Dataset }) {
  const failure = (await readEntries(view.ctx, dataset.id)).find(({ type }) => /error/.test(type))
  return <>{failure && journalSentences(view, dataset, failure)}</>
}

/** The state of processing or of a draft, with a link to the next step. */
async function State({ view, dataset, tab }: Pick<Props, 'view' | 'dataset' | 'tab'>) {
  const { say, baseUrl } = view
  const { published, draft, id } = dataset
  const address = `${baseUrl}/dataset/${id}`
  if (published.status === 'error') return <Failed view={view} dataset={dataset} />
  const waiting = draft?.status === 'finalized' || draft?.status === 'error'
  if (waiting && allows(view, dataset, 'validateDraft')) {
    return (
      <>
        <div class="notice" role="status">
          <p>
            {say(draftText(published, draft))}{' '}
            {draft.status === 'error' && <FailureReason view={view} dataset={dataset} />}
          </p>
          <a class={mayCorrectAddress(view, dataset) ? 'button' : 'button primary'} href={`${address}/review`}>
            {say('review')}
          </a>
        </div>
        <CorrectAddress view={view} dataset={dataset} action={`${address}/review`} />
      </>
    )
  }
  const isNext = isUpdated(view, dataset)
  if (!isNext && (hasLines(dataset, published) || published.status === 'finalized')) {
    const isNoticed = tab !== 'journal' && dataset.nature === 'file' && allows(view, dataset, 'readJournal')
    return isNoticed ? <LeftOut view={view} dataset={dataset} isWhole={tab === 'description'} /> : null
  }
  return (
    <div class="notice" role="status" data-progress={`${baseUrl}/api/v1/datasets/${id}`}>
      <p>{say(isNext ? 'rebuilding' : 'processing')}</p>
      <a class="button without-script" href={view.here.href}>
        {say('reload')}
      </a>
    </div>
  )
}
