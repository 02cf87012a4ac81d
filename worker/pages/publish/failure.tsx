import type { Dataset, Version } from '../../datasets'
import type { JournalEntry } from '../../datasets/journal'
import { kindOf } from '../../formats/kinds/kinds'
import { journalText } from '../dataset/journal-text'
import type { View } from '../view'
import { BrokenColumns, brokenFormulas, LeaveOutComputed, lackingInput } from './broken-columns'
import { notesOf } from './reading/file-facts'
import { HeaderProposed, proposedHeaderOf } from './reading/header-proposed'
import { isWorkbook, ReadingForm } from './reading/reading-form'
import { RepairForm } from './reading/repairs'
import { CorrectAddress } from './remote-file'
import { type RenameChoices, RenameForm } from './rename-choices'
import { candidatesOf, namedRenames, readVersion } from './renames'

/** The errors of files that have no rows of text: none is their header. */
const unreadableCodes: ReadonlySet<string | undefined> = new Set([
  'file-binary',
  'file-utf32',
  'file-other-kind',
  'file-is-web-page',
])

/** The errors of files that no other way of reading changes. */
const damagedCodes: ReadonlySet<string | undefined> = new Set([
  ...['file-other-kind', 'file-is-web-page', 'workbook-damaged', 'workbook-invalid', 'workbook-encrypted'],
  ...['archive-damaged', 'archive-encrypted', 'archive-empty', 'archive-method-unsupported', 'file-xml-truncated'],
])

/** Why the file failed, where it failed. */
export async function Failure(props: {
  view: View
  dataset: Dataset
  draft: Version
  action: string
  refusal?: string
  form?: URLSearchParams
}) {
  const { view, dataset, draft, action, refusal, form } = props
  const { say } = view
  const reason = (await notesOf(view, dataset)).find(({ type }) => /error/.test(type))
  const isText = !unreadableCodes.has(reason?.code)
  const proposed = isText ? await proposedHeaderOf(view, draft) : undefined
  const formulas = brokenBy(reason, dataset, draft)
  const kind = kindOf(draft.originalFile?.name ?? '')?.kind
  const isTable = kind === 'csv' || isWorkbook(kind)
  return (
    <>
      <div class="notice danger" role="alert">
        <div>
          {formulas.length > 0 ? (
            <BrokenColumns view={view} dataset={dataset} formulas={formulas} />
          ) : (
            <Reason view={view} dataset={dataset} reason={reason} />
          )}
        </div>
        <a href={`${view.baseUrl}/dataset/${dataset.id}/journal`}>{say('seeJournal')}</a>
      </div>
      <RenameForm view={view} choices={failedChoices(dataset, draft)} action={action} />
      <LeaveOutComputed view={view} dataset={dataset} action={action} formulas={formulas} />
      {isText && (
        <HeaderProposed
          view={view}
          draft={draft}
          action={action}
          proposed={proposed}
          isAutomatic={refusal === undefined}
        />
      )}
      {isTable && !proposed && <RepairForm view={view} problem={reason?.problem} action={action} />}
      {draft.originalFile && !damagedCodes.has(reason?.code) && (
        <ReadingForm view={view} draft={draft} action={action} open />
      )}
      <CorrectAddress view={view} dataset={dataset} action={action} form={form} />
    </>
  )
}

/** The computed columns that an error is about, and the columns that the file lacks for them. */
function brokenBy(reason: JournalEntry | undefined, dataset: Dataset, draft: Version) {
  if (reason?.code === 'lines-not-extended') return brokenFormulas(dataset, draft)
  const { problem } = reason ?? {}
  return problem?.code === 'extension-input-missing' ? lackingInput(dataset, draft, problem.params) : []
}

/** The message of the error. */
function Reason({ view, dataset, reason }: { view: View; dataset: Dataset; reason: JournalEntry | undefined }) {
  const said = reason && journalText(view, dataset, reason)
  if (!said) return <p>{view.say('draftError')}</p>
  const isOfFormula = reason.code === 'lines-not-extended'
  return (
    <>
      <p>{said.text}</p>
      {said.items.length > 0 && (
        <ul>
          {said.items.map((item) => (
            <li>{item}</li>
          ))}
        </ul>
      )}
      {isOfFormula && <p>{view.say('formulasFail')}</p>}
    </>
  )
}

/** The choices that names propose for a file that was read but not processed. */
function failedChoices(dataset: Dataset, draft: Version): RenameChoices {
  const candidates = candidatesOf(dataset, readVersion(draft))
  const proposed = namedRenames(candidates)
  return { ...candidates, proposed, renamed: proposed, more: 0 }
}
