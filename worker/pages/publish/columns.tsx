import type { PrivateConcept } from '../../accounts'
import type { FieldStatistics } from '../../datasets'
import { limits } from '../../limits'
import { conceptById } from '../../schema/concepts'
import { shortened } from '../../schema/cut-text'
import { type Field, nameOf } from '../../schema/field'
import { nearestType } from '../../schema/proposals/nearest-type'
import { nearUnit, numberExpression } from '../../schema/proposals/number-notation'
import type { Proposal, Reason } from '../../schema/proposals/propose-concepts'
import { valueSeparators } from '../../schema/proposals/value-separator'
import { ConceptHelp, ConceptSelect } from '../components/concept-select'
import { TimeZoneSelect } from '../components/time-zone-select'
import { conceptText } from '../concepts'
import { operandText } from '../filters/filter-text'
import { ColumnHead } from '../table/field'
import type { View } from '../view'
import type { RetypedColumn } from './check-types'
import { choiceOf, type TypeChoice, typeChoices } from './corrections'
import { InvalidChoice } from './invalid-choice'
import type { ReadDraft } from './read-draft'
import { givenInputs } from './renames'
import { conceptFit, UnfitConcept } from './values/concept-fit'
import type { PublishedColumn } from './values/published-values'
import { Samples } from './values/samples'
import { textsOf, titleWithUnit } from './values/unit-titles'

type Props = {
  view: View
  /** Their positions are those of the form. */
  fields: readonly Field[]
  /** The same fields in the order of the page. */
  shown: readonly Field[]
  read: ReadDraft
  form?: URLSearchParams | undefined
  /** Concepts of the account of the dataset. */
  own: readonly PrivateConcept[]
  /** The columns that have values not of their chosen type. */
  retyped: readonly RetypedColumn[]
  /** The columns as they will be published, by key. */
  published: ReadonlyMap<string, PublishedColumn>
  /** For columns that may be former ones: the key each is shown as, empty where it is a new one. By the position of the column. */
  shownAs?: ReadonlyMap<number, string>
}

/** The columns of a draft, each with a type, a title and a concept; what names and values propose is chosen already. */
export function ColumnsTable({ view, fields, shown, ...row }: Props) {
  const { say } = view
  const positions = new Map(fields.map(({ key }, at) => [key, at]))
  return (
    <>
      <ConceptHelp view={view} />
      <section class="scroller" tabindex={0} aria-label={say('fields')}>
        <table class="schema review" data-fold>
          <thead>
            <tr>
              <th scope="col">{say('field')}</th>
              <th scope="col">{say('type')}</th>
              <th scope="col">{say('title')}</th>
              <th scope="col">{say('concept')}</th>
              <th scope="col">{say('values')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <ColumnRow view={view} field={field} at={positions.get(field.key) ?? 0} {...row} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function ColumnRow(props: Omit<Props, 'fields' | 'shown'> & { field: Field; at: number }) {
  const { view, field, at, read, form, own, shownAs, retyped, published } = props
  const { say } = view
  const name = nameOf(field)
  const known = textsOf(field.key, read.lines)
  const fit = conceptFit(field, read.lines, published.get(field.key)?.publish)
  const proposal = read.proposed.get(field.key)
  const proposed = conceptById(proposal?.concept)
  const invalid = retyped.find((column) => column.at === at)
  const given = givenValues(field, proposal, read.units.get(field.key))
  const { title, concept, type, separator } = Object.fromEntries(
    givenInputs.map((input) => [input, form?.get(`${input}-${at}`) ?? given[input]]),
  ) as typeof given // the same names
  const isAccepted = form?.has(`concept-${at}`) ? form.has(`accept-${at}`) : true
  const shown = shownAs?.get(at)
  return (
    <tr>
      <th scope="row">
        <ColumnHead view={view} field={field} />
        {shown !== undefined && (
          <>
            <input type="hidden" name={`shown-as-${at}`} value={shown} />
            {givenInputs.map((input) => (
              <input type="hidden" name={`given-${input}-${at}`} value={given[input]} />
            ))}
          </>
        )}
      </th>
      <td data-label={say('type')}>
        <select name={`type-${at}`} aria-label={say('labelled', { label: say('type'), text: name })} data-review>
          {typeChoices.map((choice) => (
            <option value={choice} selected={choice === type}>
              {say(`fieldType:${choice}`)}
            </option>
          ))}
        </select>
        {proposal?.notation && (
          <input type="hidden" name={`number-expression-${at}`} value={numberExpression(proposal.notation)} />
        )}
        {(proposal?.separator || field.separator) && (
          <SeparatorSelect view={view} at={at} name={name} chosen={separator} />
        )}
        {type === 'date-time' && <TimeZoneSelect {...{ view, field, at, chosen: form?.get(`zone-${at}`) }} />}
        {proposal && !proposed && (type === 'string' || !asksForType(proposal)) && (
          <p class={asksForType(proposal) ? 'reason near-type' : 'reason'}>
            {reasonText(view, field, proposal.reason)}
            {title !== '' && title === titleWithUnit(field, proposal.notation?.unit) ? ` ${say('unitIntoTitle')}` : ''}
          </p>
        )}
        {!proposal && type === 'string' && (
          <NearType view={view} statistics={read.statistics.get(field.key)} values={known} />
        )}
        {invalid && <InvalidChoice view={view} column={invalid} name={name} />}
      </td>
      <td data-label={say('title')}>
        <input
          name={`title-${at}`}
          value={title}
          placeholder={field['x-originalName'] ?? field.key}
          aria-label={say('labelled', { label: say('title'), text: name })}
          data-review
        />
      </td>
      <td data-label={say('concept')}>
        <ConceptSelect
          view={view}
          name={`concept-${at}`}
          label={say('labelled', { label: say('concept'), text: name })}
          chosen={concept}
          own={own}
          unfit={fit.unfit}
        />
        <UnfitConcept view={view} fit={fit} chosen={concept} />
        {proposal && proposed && (
          <label class="reason">
            <input type="hidden" name={`proposed-${at}`} value={proposed.identifiers[0]} />
            <input
              type="checkbox"
              name={`accept-${at}`}
              value="true"
              checked={isAccepted}
              aria-label={say('labelled', {
                label: say('useProposal'),
                text: `${name}, ${conceptText(proposed, view.language)}`,
              })}
            />
            <span>{reasonText(view, field, proposal.reason)}</span>
          </label>
        )}
      </td>
      <td class="quiet samples" data-label={say('values')}>
        <Samples
          view={view}
          values={known}
          column={published.get(field.key)}
          statistics={read.statistics.get(field.key)}
        />
      </td>
    </tr>
  )
}

/** Why a column whose values nearly all have another type is text. */
function NearType(props: { view: View; statistics: FieldStatistics | undefined; values: readonly string[] }) {
  const { view, statistics, values } = props
  const quoted = (samples: readonly string[]) => samples.map((sample) => shortened(sample, 30)).join(' · ')
  const nearest = statistics && nearestType(statistics)
  if (nearest) {
    const { type, invalid: count, samples } = nearest
    const texts = { count, type: view.say(`fieldType:${type}`), samples: quoted(samples) }
    return <p class="reason near-type">{view.say('nearType', texts)}</p>
  }
  const near = nearUnit(values)
  if (!near) return null
  const samples = quoted(near.others.slice(0, limits.schema.nearTypeHintSamples))
  const texts = { unit: near.unit, type: view.say('fieldType:number'), samples }
  return <p class="reason near-type">{view.say('nearUnit', texts)}</p>
}

/** Whether a reason asks for another type than that of the column. */
const asksForType = ({ reason: { key } }: Proposal): boolean =>
  key === 'someUnit' || key === 'someNumbers' || key === 'someDates'

/** The first values of the inputs of a column. */
function givenValues(field: Field, proposal: Proposal | undefined, unit: string | undefined) {
  const type = proposedType(field, proposal) ?? choiceOf(field) ?? ''
  const isNumber = type === 'number' || type === 'integer'
  return {
    title: field.title || (isNumber ? titleWithUnit(field, proposal?.notation?.unit ?? unit) : ''),
    concept: conceptById(proposal?.concept)?.identifiers[0] ?? field['x-refersTo'] ?? '',
    type,
    separator: proposal?.separator ?? field.separator ?? '',
  }
}

/** The form of the columns as the page shows it first. */
export function givenForm(fields: readonly Field[], { proposed, units }: ReadDraft): URLSearchParams {
  const form = new URLSearchParams()
  for (const [at, field] of fields.entries()) {
    const proposal = proposed.get(field.key)
    for (const [input, value] of Object.entries(givenValues(field, proposal, units.get(field.key))))
      form.set(`${input}-${at}`, value)
    if (proposal?.notation) form.set(`number-expression-${at}`, numberExpression(proposal.notation))
  }
  return form
}

/** The proposed type. Numbers are text with a concept whose values are texts. */
function proposedType({ type }: Field, proposal: Proposal | undefined): TypeChoice | undefined {
  const isNumber = type === 'integer' || type === 'number'
  return isNumber && conceptById(proposal?.concept)?.type === 'string' ? 'string' : proposal?.type
}

/** Why a concept or a type is proposed. */
export function reasonText(view: View, field: Field, reason: Reason): string {
  if (reason.key === 'range' || reason.key === 'projected') {
    const isGrouped = reason.key === 'projected'
    const [min, max] = [view.figure(reason.min, isGrouped), view.figure(reason.max, isGrouped)]
    return view.say(`reason:${reason.key}`, { ...reason, min, max })
  }
  if (reason.sample === '') return view.say('reason:nameAlone')
  // Reasons about a notation quote what the file has.
  const isValue = reason.key === 'name' || reason.key === 'values'
  const sample = isValue ? operandText(view, field, reason.sample) : reason.sample
  return view.say(`reason:${reason.key}`, { ...reason, sample: shortened(sample, 30) })
}

/** Whether the cells of a column have one value or several. */
export function SeparatorSelect(props: { view: View; at: number; name: string; chosen: string }) {
  const { view, at, name, chosen } = props
  const choices = new Set(['', ...valueSeparators, chosen])
  return (
    <select
      name={`separator-${at}`}
      aria-label={view.say('labelled', { label: view.say('valuesPerCell'), text: name })}
    >
      {[...choices].map((separator) => (
        <option value={separator} selected={separator === chosen}>
          {separator ? view.say('severalValues', { separator }) : view.say('oneValue')}
        </option>
      ))}
    </select>
  )
}
