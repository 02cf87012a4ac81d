import type { Dataset, Version } from '../../datasets'
import { openLines } from '../../datasets/lines-api'
import { conceptTitle } from '../../schema/concepts'
import { shortened } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import { concepts } from '../../schema/vocabulary'
import { Layout } from '../layout'
import { Cell } from '../table/cell'
import { kindOf, nameOf } from '../table/field'
import { readTable } from '../table/read'
import type { View } from '../view'
import { choiceOf, typeChoices } from './corrections'
import { delimiterName, ReadingForm } from './reading'

type Input = { view: View; dataset: Dataset; refusal?: string }

const previewLines = 8

/** The review of a draft: detected options, fields, first lines, with forms to correct them before publication. */
export async function ReviewPage({ view, dataset, refusal }: Input) {
  const { say, baseUrl } = view
  const { draft } = dataset
  const address = `${baseUrl}/dataset/${dataset.id}`
  return (
    <Layout view={view} title={say('reviewTitle')} islands={['swap', 'progress']} current="publish">
      <p class="eyebrow">
        {dataset.published.lines ? <a href={address}>{dataset.metadata.title}</a> : dataset.metadata.title}
      </p>
      <h1>{say('reviewTitle')}</h1>
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      {draft?.status === 'finalized' && <Decisions view={view} dataset={dataset} draft={draft} address={address} />}
      {draft?.status === 'error' && (
        <div class="notice danger" role="alert">
          <p>{say('draftError')}</p>
          <a href={`${address}/journal`}>{say('seeJournal')}</a>
        </div>
      )}
      {draft?.status === 'error' && <ReadingForm view={view} draft={draft} address={address} open />}
      {draft && draft.status !== 'finalized' && draft.status !== 'error' && (
        <div class="notice" role="status" data-progress={`${baseUrl}/api/v1/datasets/${dataset.id}`}>
          <p>{say('processing', { status: draft.status })}</p>
          <a class="button" href={`${address}/review`}>
            {say('reload')}
          </a>
        </div>
      )}
      <form method="post" action={`${address}/review`} class="button-row review-actions">
        {draft?.status === 'finalized' && (
          <button class="primary" type="submit" name="action" value="publish">
            {say('publishIt')}
          </button>
        )}
        <a class="button" href={`${address}/replace`}>
          {say('otherFile')}
        </a>
        <button class="danger" type="submit" name="action" value="cancel">
          {dataset.published.lines ? say('discardDraft') : say('discardDataset')}
        </button>
      </form>
    </Layout>
  )
}

async function Decisions(props: { view: View; dataset: Dataset; draft: Version; address: string }) {
  const { view, dataset, draft, address } = props
  const { say, ctx } = view
  const { file, originalFile } = draft
  const opened = await openLines(ctx, { id: dataset.id, draft: true })
  const params = new URLSearchParams({ draft: 'true' })
  const { lines } = await readTable(ctx, opened, { params, fields: draft.schema.slice(0, 40), size: previewLines })
  return (
    <>
      <p class="lead">{say('reviewHelp')}</p>
      <dl class="decisions">
        <dt>{say('file')}</dt>
        <dd>
          {originalFile?.name} <span class="quiet">{originalFile && view.bytes(originalFile.size)}</span>
        </dd>
        {file?.encoding && (
          <>
            <dt>{say('encoding')}</dt>
            <dd>{file.encoding}</dd>
          </>
        )}
        {file?.props && (
          <>
            <dt>{say('delimiter')}</dt>
            <dd>{say(delimiterName(file.props.fieldsDelimiter))}</dd>
          </>
        )}
        <dt>{say('fields')}</dt>
        <dd>{view.number(draft.schema.length)}</dd>
      </dl>
      <ReadingForm view={view} draft={draft} address={address} />
      <form method="post" action={`${address}/review`}>
        <section class="scroller" tabindex={0} aria-label={say('fields')}>
          <table class="schema review">
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
              {draft.schema.map((field, at) => (
                <FieldRow view={view} field={field} at={at} values={lines.map((line) => ownValue(line, field.key))} />
              ))}
            </tbody>
          </table>
        </section>
        <p class="button-row">
          <button type="submit" name="action" value="correct">
            {say('applyCorrections')}
          </button>
        </p>
      </form>
      <h2>{say('firstLines')}</h2>
      <section class="scroller" tabindex={0} aria-label={say('firstLines')}>
        <table class="grid">
          <thead>
            <tr>
              {draft.schema.slice(0, 40).map((field) => (
                <th scope="col">{nameOf(field)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr>
                {draft.schema.slice(0, 40).map((field) => (
                  <td class={kindOf(field)}>
                    <Cell view={view} field={field} value={ownValue(line, field.key)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function FieldRow({ view, field, at, values }: { view: View; field: Field; at: number; values: unknown[] }) {
  const { say } = view
  const name = field['x-originalName'] ?? field.key
  const samples = [...new Set(values.filter((value) => value !== undefined && value !== null).map(String))].slice(0, 3)
  return (
    <tr>
      <th scope="row">
        {name}
        <code>{field.key}</code>
      </th>
      <td>
        <select name={`type-${at}`} aria-label={`${say('type')}: ${name}`}>
          {typeChoices.map((choice) => (
            <option value={choice} selected={choice === choiceOf(field)}>
              {say(`fieldType:${choice}`)}
            </option>
          ))}
        </select>
      </td>
      <td>
        <input name={`title-${at}`} value={field.title ?? ''} aria-label={`${say('title')}: ${name}`} />
      </td>
      <td>
        <ConceptSelect view={view} name={`concept-${at}`} label={`${say('concept')}: ${name}`} field={field} />
      </td>
      <td class="quiet">{samples.map((sample) => shortened(sample, 40)).join(' · ')}</td>
    </tr>
  )
}

export function ConceptSelect(props: { view: View; name: string; label: string; field: Field }) {
  const { view, name, label, field } = props
  const chosen = field['x-refersTo'] ?? ''
  const isStandard = concepts.some(({ identifiers }) => identifiers.includes(chosen))
  return (
    <select name={name} aria-label={label}>
      <option value="">—</option>
      {chosen && !isStandard && (
        <option value={chosen} selected>
          {chosen}
        </option>
      )}
      {concepts.map((concept) => (
        <option
          value={concept.identifiers.includes(chosen) ? chosen : concept.identifiers[0]}
          selected={concept.identifiers.includes(chosen)}
        >
          {conceptTitle(concept, view.language)}
        </option>
      ))}
    </select>
  )
}
