import type { Dataset, Version } from '../../datasets'
import type { EventDocument } from '../../datasets/journal'
import { kindOf } from '../../formats/kinds/kinds'
import { sentenceText } from '../problem-text'
import type { View } from '../view'
import { BrokenFormulas, brokenFormulas } from './broken-formulas'
import { notesOf } from './reading/file-facts'
import { HeaderProposed, proposedHeaderOf } from './reading/header-proposed'
import { isWorkbook, ReadingForm } from './reading/reading-form'
import { RepairForm } from './reading/repairs'
import { CorrectAddress } from './remote-file'
import { type RenameChoices, RenameForm } from './rename-choices'
import { candidatesOf, namedRenames, readVersion } from './renames'

/** The errors of files that have no rows of text: none is their header. */
const unreadableCodes: ReadonlySet<string | undefined> = new Set(['file-binary', 'file-utf32', 'file-other-kind'])

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
  const formulas = reason?.code === 'lines-not-extended' ? brokenFormulas(dataset, draft) : []
  const kind = kindOf(draft.originalFile?.name ?? '')?.kind
  const isTable = kind === 'csv' || isWorkbook(kind)
  return (
    <>
      <div class="notice danger" role="alert">
        {formulas.length > 0 ? (
          <BrokenFormulas view={view} formulas={formulas} />
        ) : (
          <Reason view={view} reason={reason} />
        )}
        <a href={`${view.baseUrl}/dataset/${dataset.id}/journal`}>{say('seeJournal')}</a>
      </div>
      <RenameForm view={view} choices={failedChoices(dataset, draft)} action={action} />
      {isText && (
        <HeaderProposed
          view={view}
          draft={draft}
          action={action}
          proposed={proposed}
          isAutomatic={refusal === undefined}
        />
      )}
      {isTable && !proposed && <RepairForm view={view} code={reason?.code} action={action} />}
      {draft.originalFile && reason?.code !== 'file-other-kind' && (
        <ReadingForm view={view} draft={draft} action={action} open />
      )}
      <CorrectAddress view={view} dataset={dataset} action={action} form={form} />
    </>
  )
}

/** The message of the error. That of formulas quotes them: it is printed as it is. */
function Reason({ view, reason }: { view: View; reason: EventDocument | undefined }) {
  if (!reason?.data) return <p>{view.say('draftError')}</p>
  if (reason.code !== 'lines-not-extended') return <p>{sentenceText(reason.data, view.language)}</p>
  const [, ...rows] = reason.data.split('\n')
  return (
    <>
      <p>{view.say('formulasFail')}</p>
      <ul lang="fr">
        {rows.map((row) => (
          <li>{row}</li>
        ))}
      </ul>
    </>
  )
}

/** The choices that names propose for a file that was read but not processed. */
function failedChoices(dataset: Dataset, draft: Version): RenameChoices {
  const candidates = candidatesOf(dataset, readVersion(draft))
  const proposed = namedRenames(candidates)
  return { ...candidates, proposed, renamed: proposed, more: 0 }
}
