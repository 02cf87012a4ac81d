import type { Dataset, Version } from '../../../datasets'
import { type JournalEntry, readEntries } from '../../../datasets/journal'
import { limits } from '../../../limits'
import { shortened } from '../../../schema/cut-text'
import type { Footer } from '../../../schema/proposals/footer'
import { printedText } from '../../problem-text'
import type { View } from '../../view'
import type { ReadDraft } from '../read-draft'
import { delimiterName } from './delimiter-name'
import { LeftOutColumns } from './left-out-columns'
import { OtherRowsProposed } from './other-rows-proposed'
import { SheetProposed, SheetSwitch } from './repairs'

/** Events whose content other parts of the page show. */
const shownElsewhere: ReadonlySet<string | undefined> = new Set([
  'columns-ignored',
  'structure-differs',
  'file-single-column',
  'footer-dropped',
  'rows-left-out',
  'cells-merged',
])

/** What the journal says of the draft since its file was sent, or read again. */
export async function notesOf(view: View, dataset: Dataset): Promise<JournalEntry[]> {
  const events = await readEntries(view.ctx, dataset.id)
  const sent = events.findIndex(({ type }) => type === 'data-updated' || type === 'dataset-created')
  const readAt = dataset.draft?.readAt ?? ''
  return events.slice(0, sent === -1 ? undefined : sent).filter(({ data, date }) => data && date >= readAt)
}

/** The properties of a file as it was read, its empty columns, and the warnings of its reading. */
export async function FileFacts(props: {
  view: View
  dataset: Dataset
  draft: Version
  read: ReadDraft
  /** The address of the form that reads the file again. */
  action: string
  /** Another row is proposed as the header: warnings about the columns of this reading do not matter. */
  isMisread: boolean
  /** A script makes the choice that the file calls for. */
  isAutomatic: boolean
}) {
  const { view, dataset, draft, read, action, isMisread, isAutomatic } = props
  const { say } = view
  const { file, originalFile } = draft
  // The text of a workbook or a map is ours.
  const isText = file?.object === originalFile?.object
  const all = await notesOf(view, dataset)
  const notes = all.filter(({ code }) => !shownElsewhere.has(code) && !(isMisread && code === 'columns-unnamed'))
  const kept = new Set(draft.schema.map(({ key }) => key))
  const headers = new Map(file?.schema?.map((column) => [column.key, column['x-originalName']]))
  const empty = [...read.statistics].flatMap(([key, { filled }]) =>
    filled === 0 && !kept.has(key) ? [headers.get(key) || key] : [],
  )
  return (
    <>
      <dl class="decisions">
        <dt>{say('file')}</dt>
        <dd>
          {originalFile?.name} <span class="quiet">{originalFile && view.bytes(originalFile.size)}</span>
        </dd>
        {draft.sheet && (
          <>
            <dt>{say(draft.sheet.headerLine === undefined ? 'layer' : 'sheet')}</dt>
            <dd>
              {draft.sheet.names[draft.sheet.number - 1] ?? draft.sheet.number}{' '}
              {draft.sheet.count > 1 && (
                <span class="quiet">{say('sheetOf', { number: draft.sheet.number, sheets: draft.sheet.count })}</span>
              )}
              <SheetSwitch view={view} draft={draft} action={action} />
            </dd>
            {draft.sheet.headerLine !== undefined && (
              <>
                <dt>{say('headerRow')}</dt>
                <dd>{headerRowText(view, draft.sheet.headerLine, originalFile?.normalizeOptions?.headerRows)}</dd>
              </>
            )}
          </>
        )}
        {isText && file?.encoding && (
          <>
            <dt>{say('encoding')}</dt>
            <dd>{file.encoding}</dd>
          </>
        )}
        {isText && file?.props && (
          <>
            <dt>{say('delimiter')}</dt>
            <dd>{say(delimiterName(file.props.fieldsDelimiter))}</dd>
          </>
        )}
        {read.count !== undefined && (
          <>
            <dt>{say('rows')}</dt>
            <dd>{view.number(read.count)}</dd>
          </>
        )}
        <dt>{say('fields')}</dt>
        <dd>{view.number(draft.schema.length)}</dd>
        {empty.length > 0 && (
          <>
            <dt class="whole">{say('emptyColumns')}</dt>
            <dd class="whole">
              {empty.slice(0, limits.pages.summaryColumns).join(', ')}
              {empty.length > limits.pages.summaryColumns && (
                <details>
                  <summary class="quiet">
                    {say('lossesMore', { count: empty.length - limits.pages.summaryColumns })}
                  </summary>
                  {empty.slice(limits.pages.summaryColumns).join(', ')}
                </details>
              )}
            </dd>
          </>
        )}
      </dl>
      {notes.length > 0 && (
        <ul class="notice warning notes">
          {notes.map(({ data }) => (
            <li>{data && printedText(data, view.language)}</li>
          ))}
        </ul>
      )}
      <SheetProposed view={view} draft={draft} action={action} rows={read.count} isAutomatic={isAutomatic} />
      <MergedProposed view={view} draft={draft} action={action} />
      <OtherRowsProposed view={view} draft={draft} action={action} others={read.others} />
      <FooterProposed view={view} draft={draft} action={action} footer={read.footer} />
      <LeftOutColumns view={view} draft={draft} action={action} />
    </>
  )
}

/** `3`, or `3–4` for a header of two rows. */
const headerRowText = ({ number }: View, first: number, rows = 1): string =>
  rows === 1 ? number(first) : `${number(first)}–${number(first + rows - 1)}`

/** Cells merged over several rows; one button repeats their values in all of them, another one does not. */
function MergedProposed({ view, draft, action }: { view: View; draft: Version; action: string }) {
  const { say } = view
  const merged = draft.sheet?.merged
  const isFilled = draft.originalFile?.normalizeOptions?.mergedCells !== undefined
  if (!merged && !isFilled) return null
  return (
    <form method="post" action={action} class={merged ? 'notice warning' : 'notice'} data-rereads>
      <p>{merged ? say('mergedCells', { count: merged.count, row: view.number(merged.row) }) : say('mergedFilled')}</p>
      <input type="hidden" name="mergedCells" value={merged ? 'fill' : ''} />
      <button type="submit" name="action" value="reread">
        {say(merged ? 'fillMerged' : 'readMerged')}
      </button>
    </form>
  )
}

/** The last rows that are totals or notes, or that were left out; one button leaves them out, or reads them. */
function FooterProposed(props: { view: View; draft: Version; action: string; footer: Footer | undefined }) {
  const { view, draft, action, footer } = props
  const { say } = view
  const dropped = draft.originalFile?.normalizeOptions?.footerRows
  if (!footer && dropped === undefined) return null
  const shown = limits.pages.summaryColumns
  const totals = footer?.totals.slice(0, shown).map((field) => field['x-originalName'] || field.key) ?? []
  const texts = footer?.texts.map((text) => shortened(text, limits.pages.summaryChars)) ?? []
  return (
    <form method="post" action={action} class={footer ? 'notice warning' : 'notice'} data-rereads>
      <p>
        {footer && totals.length > 0 && `${say('totalRow', { columns: totals.join(', ') })} `}
        {footer &&
          (totals.length === 0 || footer.rows > 1) &&
          say('footerRows', { count: footer.rows, texts: texts.join(' · ') })}
        {!footer && `${say('footerLeftOut', { count: dropped ?? 0 })} ${say('originalIsWhole')}`}
      </p>
      <input type="hidden" name="footerRows" value={footer?.rows ?? ''} />
      <button type="submit" name="action" value="reread">
        {say(footer ? 'leaveOutFooter' : 'readFooter', { count: footer?.rows ?? dropped ?? 1 })}
      </button>
    </form>
  )
}
