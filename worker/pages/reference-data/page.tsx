import type { Dataset } from '../../datasets'
import { withCalculated } from '../../schema/calculated'
import { roleOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import { EditFrame } from '../components/edit-frame'
import type { View } from '../view'
import { ColumnChoice, columnTitle, Described, Searches, Submit, typedIn } from './fields'
import type { Match, ReferenceData } from './form-changes'

type Props = {
  view: View
  dataset: Dataset
  saved: boolean
  refusal?: string | undefined
  /** The form that was refused. */
  form?: URLSearchParams | undefined
}
type Part = Omit<Props, 'saved' | 'refusal'> & { data: ReferenceData; action: string; fields: readonly Field[] }

/** The page of what a dataset offers to other datasets and to forms. */
export function ReferenceDataPage({ view, dataset, saved, refusal, form }: Props) {
  const { say, baseUrl } = view
  const { title, masterData } = dataset.metadata
  const address = `${baseUrl}/dataset/${dataset.id}`
  const data = masterData ?? {}
  const part = { view, dataset, form, data, action: `${address}/reference-data`, fields: dataset.published.schema }
  return (
    <EditFrame
      view={view}
      heading={say('referenceData')}
      path={`/dataset/${dataset.id}`}
      resource={{ title, address: `${address}/edit`, back: say('backToEdit') }}
      current="datasets"
      islands={[]}
      saved={saved}
      refusal={refusal}
      sections={[
        { id: 'matches', label: say('matches') },
        { id: 'suggestions', label: say('suggestions') },
        { id: 'offers', label: say('offers') },
      ]}
    >
      <p>{say('referenceDataHelp')}</p>
      <Matches {...part} />
      <Suggestions {...part} />
      <Offers {...part} />
    </EditFrame>
  )
}

function Matches({ view, data, action, fields, form }: Part) {
  const { say } = view
  const typed = typedIn(form, 'match')
  const roles = new Set(fields.map((field) => roleOf(field['x-refersTo'] ?? '')))
  const hasPlaces = withCalculated(fields, 'file').some(({ key }) => key === '_geopoint')
  const hasPeriods = roles.has('startDate') && roles.has('endDate')
  const inputTexts = ({ input }: Match) =>
    input.map((one) => {
      if (one.type === 'geo-distance') return say('inputPlace', { distance: one.distance })
      return one.type === 'equals' ? columnTitle(fields, one.property.key) : say('inputDate')
    })
  return (
    <section class="card stack">
      <h2 id="matches">{say('matches')}</h2>
      <p class="quiet">{say('matchesHelp')}</p>
      <Searches
        view={view}
        action={action}
        kind="remove-match"
        empty={say('noMatchYet')}
        searches={(data.bulkSearchs ?? []).map((search) => ({
          ...search,
          text: say('matchesBy', { inputs: inputTexts(search).join(', ') }),
        }))}
      />
      <form class="form" method="post" action={action} data-unsaved="">
        <h3>{say('newMatch')}</h3>
        <input type="hidden" name="action" value="match" />
        <div class="fields">
          <Described view={view} typed={typed} />
          <ColumnChoice view={view} name="column" label={say('sameValueOf')} fields={fields} chosen={typed('column')} />
          <ColumnChoice
            view={view}
            name="column"
            label={say('andSameValueOf')}
            fields={fields}
            chosen={typed('column', 1)}
          />
          {hasPlaces && (
            <label>
              {say('nearestWithin')}
              <input type="number" name="distance" min="0" step="any" value={typed('distance')} />
            </label>
          )}
        </div>
        {hasPeriods && (
          <label class="choice">
            <input type="checkbox" name="interval" checked={typed('interval') !== ''} />
            {say('withinPeriod')}
          </label>
        )}
        <Submit label={say('addMatch')} />
      </form>
    </section>
  )
}

function Suggestions({ view, data, action, fields, form }: Part) {
  const { say } = view
  const typed = typedIn(form, 'suggest')
  return (
    <section class="card stack">
      <h2 id="suggestions">{say('suggestions')}</h2>
      <p class="quiet">{say('suggestionsHelp')}</p>
      <Searches
        view={view}
        action={action}
        kind="remove-suggest"
        empty={say('noSuggestion')}
        searches={(data.singleSearchs ?? []).map((search) => {
          const value = columnTitle(fields, search.output.key)
          const label = search.label ? columnTitle(fields, search.label.key) : ''
          return { ...search, text: label ? say('valueAndLabel', { value, label }) : value }
        })}
      />
      <form class="form" method="post" action={action} data-unsaved="">
        <h3>{say('newSuggestion')}</h3>
        <input type="hidden" name="action" value="suggest" />
        <div class="fields">
          <Described view={view} typed={typed} />
          <ColumnChoice
            view={view}
            name="output"
            label={say('suggestedValue')}
            fields={fields}
            chosen={typed('output')}
            required
          />
          <ColumnChoice
            view={view}
            name="label"
            label={say('suggestedLabel')}
            fields={fields}
            chosen={typed('label')}
          />
        </div>
        <Submit label={say('addSuggestion')} />
      </form>
    </section>
  )
}

function Offers({ view, data, action, form }: Part) {
  const { say } = view
  return (
    <form class="form card" method="post" action={action} data-unsaved="">
      <h2 id="offers">{say('offers')}</h2>
      <input type="hidden" name="action" value="offer" />
      <label class="choice">
        <input type="checkbox" name="standardSchema" checked={data.standardSchema?.active === true} />
        {say('offersStandard')}
      </label>
      <label class="choice">
        <input type="checkbox" name="virtualDatasets" checked={data.virtualDatasets?.active === true} />
        {say('offersVirtual')}
      </label>
      <p class="quiet">{say('offeredToHelp')}</p>
      {(data.shareOrgs ?? []).map(({ id, name = id }) => (
        <label class="choice">
          <input type="checkbox" name="organization" value={id} checked />
          {say('offeredTo', { organization: name })}
        </label>
      ))}
      <label>
        {say('addOrganization')}
        <input name="new-organization" value={typedIn(form, 'offer')('new-organization')} />
      </label>
      <Submit label={say('save')} />
    </form>
  )
}
