import { privateConcepts } from '../../accounts'
import type { Dataset, Version } from '../../datasets'
import { limits } from '../../limits'
import { inOrderOf } from '../../schema/keys/renamed-columns'
import { structureDifferences } from '../../schema/merge-schema'
import { ownValue } from '../../schema/own-value'
import { ConfirmedChoice } from '../components/confirmation'
import { HistoryChoices } from '../components/history-choices'
import { choicesOfAccount } from '../edit-dataset/account-choices'
import { becomesEditable } from '../new-dataset/from-file'
import { FirstRows } from '../table/first-rows'
import type { View } from '../view'
import { LeftOutComputed } from './broken-columns'
import { breakingText, ChangesSection, changesOf } from './changes'
import { checkTypes, withTypes } from './check-types'
import { ColumnsTable, givenForm } from './columns'
import { correctedSchema, overlaid } from './corrections'
import { DescriptionFields } from './description'
import { Failure } from './failure'
import { PointsMap } from './points-map'
import { ProjectionChoice } from './projection'
import { readDraft } from './read-draft'
import { FileFacts } from './reading/file-facts'
import { HeaderProposed, proposedHeaderOf } from './reading/header-proposed'
import { ReadingForm } from './reading/reading-form'
import { DelimiterProposed, sheetsAfterCover } from './reading/repairs'
import { AutomaticUpdate } from './remote-file'
import { KeptRenames, type RenameChoices } from './rename-choices'
import { candidatesOf, chosenRenames, keptRenames, proposedRenames, renamedVersion, withoutGiven } from './renames'
import type { StepPage, Steps } from './replacement-steps'
import { isPublished, publishedColumns } from './values/published-values'
import { withUnitTitles } from './values/unit-titles'

type Input = {
  view: View
  dataset: Dataset
  steps: Steps
  refusal?: string
  /** The values of a refused form. */
  form?: URLSearchParams
}

/** The review of a draft: what was read, what is proposed, what changes, and one button that publishes all of it. */
export function reviewPage(input: Input): StepPage {
  const isReady = input.dataset.draft?.status === 'finalized'
  return {
    title: input.view.say(titleOf(input.dataset)),
    islands: ['swap', 'progress', 'unsaved', ...(isReady ? ['map', 'column-rows', 'review', 'reader-time-zone'] : [])],
    ownStyles: 'reviewing.css',
    children: <Review {...input} />,
  }
}

const titleOf = (dataset: Dataset) => (becomesEditable(dataset) ? 'reviewTitleEditable' : 'reviewTitle')

function Review(input: Input) {
  const { view, dataset, steps, refusal } = input
  const { say, baseUrl } = view
  const { draft } = dataset
  const isReady = draft?.status === 'finalized'
  const isNew = !dataset.published.lines
  const ofNew = draft?.originalFile ? 'discardDatasetConfirm' : 'discardTitleConfirm'
  const discarding = isNew ? ofNew : 'discardDraftConfirm'
  return (
    <>
      <p class="eyebrow">
        {isNew ? dataset.metadata.title : <a href={`${baseUrl}/dataset/${dataset.id}`}>{dataset.metadata.title}</a>}
      </p>
      <h1>{say(draft?.status === 'error' ? 'draftFailedTitle' : titleOf(dataset))}</h1>
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      {draft && isReady && <Decisions {...input} draft={draft} />}
      {draft?.status === 'error' && <Failure {...input} draft={draft} action={input.steps.review} />}
      {draft && !isReady && draft.status !== 'error' && (
        <div class="notice" role="status" data-progress={`${baseUrl}/api/v1/datasets/${dataset.id}`}>
          <p>{say('processing')}</p>
          <a class="button" href={steps.review}>
            {say('reload')}
          </a>
        </div>
      )}
      <form method="post" action={steps.review} class="button-row review-actions">
        <a class={draft?.status === 'error' && draft.originalFile ? 'button primary' : 'button'} href={steps.upload}>
          {say('otherFile')}
        </a>
        <ConfirmedChoice
          view={view}
          label={isNew ? say('discardDataset') : say('discardDraft')}
          object={dataset.metadata.title}
          warning={say(discarding, { title: dataset.metadata.title, file: draft?.originalFile?.name ?? '' })}
          name="action"
          value="cancel"
        />
      </form>
    </>
  )
}

type Props = Input & { draft: Version }

/** The choices of a form, else those that are proposed. */
async function renameChoices(
  view: View,
  dataset: Dataset,
  draft: Version,
  form: URLSearchParams | undefined,
): Promise<RenameChoices> {
  const candidates = candidatesOf(dataset, draft)
  const proposed = await proposedRenames(view, dataset, candidates)
  const { missing } = structureDifferences(dataset.published.schema, draft.schema)
  const renamed = form
    ? chosenRenames(form, candidates).renamed
    : proposed.map(({ key, fileKey }) => ({ key, fileKey }))
  return { ...candidates, proposed, renamed, more: missing.length - candidates.gone.length }
}

/** The columns that may be former ones, with the key of the one they are shown as. */
function shownAs(draft: Version, { added, renamed }: RenameChoices): ReadonlyMap<number, string> {
  const keys = new Map(added.map(({ key }) => [key, renamed.find(({ fileKey }) => fileKey === key)?.key ?? '']))
  return new Map(draft.schema.flatMap(({ key }, at) => (keys.has(key) ? [[at, keys.get(key) ?? '']] : [])))
}

async function Decisions({ view, dataset, draft, steps, refusal, form: sent }: Props) {
  const { say } = view
  const choices = await renameChoices(view, dataset, draft, sent)
  const { renamed } = choices
  const shown = renamedVersion(dataset, draft, renamed)
  const read = await readDraft(view, dataset, draft, { shown, renamed })
  const form = sent && withUnitTitles(withoutGiven(sent, draft, renamed), shown.schema, read)
  const given = givenForm(shown.schema, read)
  const corrected = correctedSchema(shown, form ? overlaid(given, form) : given)
  const input = { view, dataset, version: shown, corrected, isDraft: true, form, renamed }
  const { fields, retyped } = await checkTypes(input)
  const selected = withTypes(shown, fields)
  const changes = await changesOf(view, dataset, selected)
  const offered = changes ? undefined : await choicesOfAccount(view, dataset)
  const warning = breakingText(view, dataset, selected)
  const isEditable = becomesEditable(dataset)
  const own = await privateConcepts(view.ctx, dataset.owner)
  const header = await proposedHeaderOf(view, draft)
  const isAutomatic = refusal === undefined && sent === undefined
  const ordered = inOrderOf(dataset.published.schema, shown.schema)
  const published = publishedColumns(shown.schema, fields, draft.file?.schema)
  const firstColumns = ordered.slice(0, limits.pages.defaultColumns).flatMap(({ key }) => published.get(key) ?? [])
  return (
    <>
      <p class="lead">{say(isEditable ? 'reviewHelpEditable' : 'reviewHelp')}</p>
      <HeaderProposed
        view={view}
        draft={draft}
        action={steps.review}
        proposed={header}
        isAutomatic={isAutomatic && !sheetsAfterCover(draft, read.count)?.isClear}
      />
      <FileFacts
        {...{ view, dataset, draft, read, isAutomatic }}
        action={steps.review}
        isMisread={header !== undefined}
      />
      <DelimiterProposed view={view} draft={draft} action={steps.review} />
      <ReadingForm view={view} draft={draft} action={steps.review} />
      <KeptRenames view={view} kept={keptRenames(dataset, draft)} action={steps.review} />
      <LeftOutComputed view={view} dataset={dataset} action={steps.review} />
      <p class="notice" role="status" data-restored hidden>
        {say('restoredForm')} <button type="button">{say('discardRestored')}</button>
      </p>
      <form
        method="post"
        action={steps.review}
        class="review-form"
        data-unsaved={form ? 'changed' : ''}
        data-stored={dataset.id}
        data-reading={draft.readAt ?? draft.dataUpdatedAt}
        data-columns={JSON.stringify(draft.schema.map(({ key }) => key))}
      >
        {offered && <DescriptionFields view={view} dataset={dataset} offered={offered} form={form} />}
        {offered && !isEditable && <AutomaticUpdate view={view} dataset={dataset} {...(form ? { form } : {})} />}
        {changes && (
          <div data-region="changes">
            <ChangesSection {...{ view, dataset, changes, choices, retyped }} draft={selected} after={read.count} />
          </div>
        )}
        <h2>{say('fields')}</h2>
        <div data-region="columns">
          <ColumnsTable
            {...{ view, read, form, own, retyped, published }}
            fields={shown.schema}
            shown={ordered}
            shownAs={shownAs(draft, choices)}
          />
        </div>
        <ProjectionChoice view={view} chosen={form?.get('projection') ?? read.projection} />
        <PointsMap view={view} fields={shown.schema} read={read} pointsUrl={steps.points} />
        <h2>{say('firstLines')}</h2>
        <div data-region="rows">
          <FirstRows
            view={view}
            fields={firstColumns.map(({ field }) => field)}
            lines={read.lines
              .filter((line) => isPublished(line, published.values()))
              .slice(0, limits.pages.reviewLines)
              .map((line) =>
                Object.fromEntries(
                  firstColumns.map(({ field: { key }, publish }) => [key, publish(ownValue(line, key))]),
                ),
              )}
            statistics={read.statistics}
            label={say('firstLines')}
          />
        </div>
        {isEditable && <RowsHistory view={view} form={form} />}
        <SaveBar view={view} warning={warning} isEditable={isEditable} />
      </form>
    </>
  )
}

/** Whether the rows of the new editable dataset have a history, and its authors. */
function RowsHistory({ view, form }: { view: View; form: URLSearchParams | undefined }) {
  return (
    <>
      <h2>{view.say('rowsHistory')}</h2>
      <div class="form card">
        <HistoryChoices
          view={view}
          keepsHistory={!form || form.has('history')}
          isHistoryPrivate={!form || form.has('historyForEditors')}
          keepsAuthors={form?.has('authors') === true}
        />
      </div>
    </>
  )
}

/** The button that publishes. A change that breaks uses of the dataset needs a confirmation. */
function SaveBar(props: { view: View; warning: string | undefined; isEditable: boolean }) {
  const { warning, isEditable } = props
  const { say } = props.view
  return (
    <div class="button-row save-bar" data-region="publish">
      <button class={warning ? 'danger' : 'primary'} type="submit" name="action" value="publish">
        {say(isEditable ? 'createDataset' : 'publishIt')}
      </button>
      <span class="quiet no-licence">{say('publicWithoutLicence')}</span>
      {warning ? (
        <label class="choice anyway">
          <input type="checkbox" name="anyway" value="true" required />
          <span>{warning}</span>
        </label>
      ) : (
        <span class="quiet unsaved-note">{say('unsavedChanges')}</span>
      )}
    </div>
  )
}
