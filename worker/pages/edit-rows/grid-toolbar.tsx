import type { Dataset } from '../../datasets'
import { Icon, type IconName } from '../components/icon'
import { SearchForm } from '../components/search-form'
import { allows } from '../dataset/frame'
import type { Settings } from '../islands/editing/settings'
import type { MessageKey } from '../messages'
import { keptQuery, transientParameters } from '../table/state'
import type { View } from '../view'

type Props = { view: View; dataset: Dataset; params: URLSearchParams; settings: Settings }

/** The search and the tools of the grid. Icons have their name below the pointer or with the focus. In small windows the tools that are used less are in a menu, with their names. */
export function Toolbar({ view, dataset, params, settings }: Props) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  return (
    <div class="toolbar">
      <SearchForm
        view={view}
        address={`${address}/edit-data`}
        params={params}
        label={say('searchLines')}
        placeholder={say('search')}
        without={transientParameters}
      />
      <div class="button-row" role="toolbar" aria-label={say('gridTools')} aria-controls="grid">
        <Tool view={view} name="add" icon="plus" label="addLine" isPrimary />
        <Tool view={view} name="undo" icon="undo" label="undo" />
        <Tool view={view} name="redo" icon="redo" label="redo" />
        <button type="button" class="opens-sheet" popovertarget="more-tools">
          {say('moreTools')}
          <Icon name="chevron" />
        </button>
        <div id="more-tools" class="tool-sheet" popover="auto">
          <Tool view={view} name="duplicate" icon="copy" label="duplicateRows" />
          {settings.deletes && <Tool view={view} name="delete" icon="trash" label="deleteRows" />}
          <Tool view={view} name="form" icon="edit" label="editAsForm" />
          <Tool view={view} name="column" icon="filter" label="sortAndFilter" />
          <Tool view={view} name="replace" icon="search" label="findAndReplace" />
          {settings.hasHistory && <Tool view={view} name="history" icon="history" label="rowHistory" />}
          <a class="button" href={`${address}/import`} title={say('importLines')}>
            <Icon name="upload" />
            {say('importRows')}
          </a>
          {allows(view, dataset, 'writeDescriptionBreaking') && (
            <button type="button" data-opens="new-column">
              <Icon name="plus" />
              {say('addColumn')}
            </button>
          )}
          {allows(view, dataset, 'writeDescription') && (
            <a class="button" href={`${address}/edit#schema`} title={say('gridColumnsHelp')}>
              <Icon name="columns" />
              {say('columnSettings')}
            </a>
          )}
        </div>
      </div>
      <a class="button" href={`${address}/table${keptQuery(params)}`}>
        {say('readTable')}
      </a>
    </div>
  )
}

function Tool(props: { view: View; name: string; icon: IconName; label: MessageKey; isPrimary?: boolean }) {
  const { view, name, icon, label, isPrimary } = props
  const text = view.say(label)
  return (
    <button type="button" data-do={name} class={isPrimary ? 'primary' : 'tool'}>
      <Icon name={icon} />
      <span class="tool-name">{text}</span>
    </button>
  )
}
