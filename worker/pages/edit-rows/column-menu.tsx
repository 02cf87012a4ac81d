import { privateConcepts } from '../../accounts'
import type { Dataset } from '../../datasets'
import { ConceptHelp } from '../components/concept-select'
import { Icon, type IconName } from '../components/icon'
import { allows } from '../dataset/frame'
import { schemaBase } from '../edit-dataset/concurrent-changes'
import type { MessageKey } from '../messages'
import { ColumnField } from '../new-dataset/column-field'
import { emptyColumn } from '../new-dataset/columns'
import { NamedConcepts } from '../new-dataset/named-concepts'
import { typeChoices } from '../publish/corrections'
import type { View } from '../view'

type Props = { view: View; dataset: Dataset }

/** The menu of a column, and the forms that it opens: the script of the page writes the column into them. */
export function ColumnMenu({ view, dataset }: Props) {
  const { say, baseUrl } = view
  const [describes, restructures] = [
    allows(view, dataset, 'writeDescription'),
    allows(view, dataset, 'writeDescriptionBreaking'),
  ]
  const items: [string, IconName, MessageKey][] = [
    ['panel', 'filter', 'filterColumn'],
    ['collapse', 'columns', 'collapseColumn'],
    ['show', 'columns', 'showColumn'],
    ...(describes ? [['settings', 'edit', 'columnForm'] as [string, IconName, MessageKey]] : []),
    ...(restructures
      ? ([
          ['before', 'plus', 'insertBefore'],
          ['after', 'plus', 'insertAfter'],
          ['delete', 'trash', 'removeColumn'],
        ] as [string, IconName, MessageKey][])
      : []),
  ]
  return (
    <>
      <div id="column-menu" class="grid-menu" role="menu" popover="auto" aria-label={say('field')}>
        {(
          [
            ['', 'up', 'sortUp'],
            ['-', 'down', 'sortDown'],
          ] as const
        ).map(([sort, icon, label]) => (
          <a href={view.here.href} role="menuitem" tabindex={-1} data-sort={sort} rel="nofollow">
            <Icon name={icon} />
            {say(label)}
          </a>
        ))}
        {items.map(([name, icon, label]) => (
          <button type="button" role="menuitem" tabindex={-1} data-column={name}>
            <Icon name={icon} />
            {say(label)}
          </button>
        ))}
      </div>
      {describes && <SettingsDialog view={view} dataset={dataset} isTyped={restructures} />}
      {restructures && <NewColumnDialog view={view} dataset={dataset} />}
      {restructures && (
        <form id="delete-column" method="post" action={`${baseUrl}/dataset/${dataset.id}/edit`} hidden>
          <SchemaInputs dataset={dataset} />
          <input type="hidden" data-removed value="true" />
          <input type="hidden" name="accept-values" value="true" />
        </form>
      )}
    </>
  )
}

/** The inputs of a form that changes some columns, then shows the grid. */
function SchemaInputs({ dataset }: Pick<Props, 'dataset'>) {
  return (
    <>
      <input type="hidden" name="part" value="schema" />
      <input type="hidden" name="then" value="grid" />
      <input type="hidden" name="base" value={schemaBase(dataset.published.schema)} />
    </>
  )
}

/** The title, the description and the type of a column. The edit page of the dataset, which has its other settings, shows the errors. */
function SettingsDialog({ view, dataset, isTyped }: Props & { isTyped: boolean }) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}/edit`
  return (
    <dialog id="column-settings" aria-labelledby="column-settings-title">
      <form class="form" method="post" action={address}>
        <h2 id="column-settings-title">{say('field')}</h2>
        <SchemaInputs dataset={dataset} />
        <label class="field">
          <span>{say('title')}</span>
          <input data-of="title" maxlength={200} />
        </label>
        <label class="field">
          <span>{say('tab:description')}</span>
          <textarea data-of="description" rows={3} />
        </label>
        {isTyped && (
          <label class="field">
            <span>{say('type')}</span>
            <select data-of="type">
              {typeChoices.map((choice) => (
                <option value={choice}>{say(`fieldType:${choice}`)}</option>
              ))}
            </select>
          </label>
        )}
        <p>
          <a href={`${address}#schema`}>{say('allColumnSettings')}</a>
        </p>
        <DialogButtons view={view} label={say('save')} />
      </form>
    </dialog>
  )
}

/** The form of a new column. It is sent to the edit page of the dataset, which shows its errors. */
async function NewColumnDialog({ view, dataset }: Props) {
  const { say, baseUrl } = view
  const concepts = await privateConcepts(view.ctx, dataset.owner)
  return (
    <dialog id="new-column" aria-labelledby="new-column-title">
      <form class="form" method="post" action={`${baseUrl}/dataset/${dataset.id}/edit`}>
        <h2 id="new-column-title">{say('addColumn')}</h2>
        <input type="hidden" name="part" value="schema" />
        <input type="hidden" name="then" value="grid" />
        <input type="hidden" data-place />
        <ConceptHelp view={view} />
        <ColumnField view={view} at={0} label={say('title')} column={emptyColumn} concepts={concepts} isFocused />
        <NamedConcepts view={view} isChosen />
        <DialogButtons view={view} label={say('addColumn')} />
      </form>
    </dialog>
  )
}

function DialogButtons({ view, label }: { view: View; label: string }) {
  return (
    <p class="button-row">
      <button class="primary" type="submit">
        {label}
      </button>
      <button type="button" data-closes>
        {view.say('cancel')}
      </button>
    </p>
  )
}
