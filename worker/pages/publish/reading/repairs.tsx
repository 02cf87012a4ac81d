import type { Version } from '../../../datasets'
import type { StoredProblem } from '../../../errors'
import { delimiterIn } from '../../../formats/csv/delimiters'
import { limits } from '../../../limits'
import { foldAccents } from '../../../schema/fold-accents'
import type { View } from '../../view'
import { delimiterName } from './delimiter-name'

/** The button that reads a refused file again with the repair that its error calls for. */
export function RepairForm(props: { view: View; problem: StoredProblem | undefined; action: string }) {
  const { view, problem, action } = props
  const { say } = view
  const repair = repairs.find((one) => one.code === problem?.code)
  if (!repair) return null
  const header = /"([^"]*)"$/.exec(String(problem?.params.headers ?? ''))?.[1] ?? ''
  return (
    <form method="post" action={action} class="notice" data-rereads>
      <p>{say(repair.help, { header })}</p>
      <input type="hidden" name={repair.option} value={repair.value} />
      <button type="submit" name="action" value="reread">
        {say(repair.label)}
      </button>
    </form>
  )
}

const repairs = [
  {
    code: 'file-column-repeated',
    option: 'repeatedHeaders',
    value: 'number',
    help: 'repeatedHeadersHelp',
    label: 'numberHeaders',
  },
  { code: 'file-row-too-wide', option: 'extraCells', value: 'drop', help: 'extraCellsHelp', label: 'dropExtraCells' },
] as const

/** The separator of a file that was read as one column; one button reads the file with it. */
export function DelimiterProposed({ view, draft, action }: { view: View; draft: Version; action: string }) {
  const { say } = view
  const [only, ...others] = draft.file?.schema ?? []
  const isChosen = draft.originalFile?.normalizeOptions?.delimiter !== undefined
  const delimiter =
    only && others.length === 0 && draft.file?.props && !isChosen ? delimiterIn(only['x-originalName']) : undefined
  if (!delimiter) return null
  const name = say(delimiterName(delimiter))
  return (
    <form method="post" action={action} class="notice danger" data-rereads>
      <p>{say('delimiterProposed', { name })}</p>
      <input type="hidden" name="delimiter" value={delimiter} />
      <button type="submit" name="action" value="reread">
        {say('useDelimiter', { name })}
      </button>
    </form>
  )
}

/** Names of the sheets that present a workbook. */
const coverNames =
  /^(lisez|a lire|read ?me|read me first|notice|sommaire|contents|about|a propos|info|presentation|couverture|cover|introduction|guide|mode d'emploi|page de garde)/

const isCoverName = (name: string): boolean => coverNames.test(foldAccents(name.replace(/[\s_-]+/g, ' ').trim()))

type Sheet = { name: string; number: number }

/** The sheets of a workbook that were not read. */
function otherSheets({ sheet }: Version): Sheet[] {
  return sheet?.names.flatMap((name, at) => (at + 1 === sheet.number ? [] : [{ name, number: at + 1 }])) ?? []
}

/**
 * The sheets of a workbook beside a first one that has a single column or row, and no table below a title; undefined once a sheet was
 * chosen. `isClear`: the next sheet has the data, as there is no other one or the name of the first one says what it is.
 */
export function sheetsAfterCover(draft: Version, rows = 0) {
  const { sheet, schema, originalFile } = draft
  const isChosen = originalFile?.normalizeOptions?.spreadsheetWorksheetIndex !== undefined
  const columns = schema.filter((field) => !field['x-calculated'])
  if (!sheet || sheet.headerLine === undefined || isChosen || (columns.length > 1 && rows > 1)) return undefined
  const others = otherSheets(draft)
  const [next] = others
  const cover = sheet.names[sheet.number - 1] ?? ''
  const isNamedSo = isCoverName(cover)
  if (!next || (sheet.proposed && !isNamedSo)) return undefined
  const isClear = !isCoverName(next.name) && (others.length === 1 || (isNamedSo && next.number === sheet.number + 1))
  return { cover, others, isClear }
}

/**
 * The other sheets of a workbook that begins with a cover page; each button reads one.
 *
 * @param props.isAutomatic a script reads the next sheet at once, where it is clear
 */
export function SheetProposed(props: {
  view: View
  draft: Version
  action: string
  rows: number | undefined
  isAutomatic: boolean
}) {
  const { view, draft, action, rows, isAutomatic } = props
  const after = sheetsAfterCover(draft, rows)
  if (!after) return null
  const { cover, others } = after
  const attributes = isAutomatic && after.isClear ? { 'data-automatic': '' } : {}
  return (
    <form method="post" action={action} class="notice warning" data-rereads {...attributes}>
      <p>{view.say('coverSheet', { name: cover })}</p>
      <p class="button-row">
        <SheetButtons sheets={others} />
      </p>
    </form>
  )
}

/** The other sheets of a workbook, one of which is read instead; nothing for a workbook of one sheet. */
export function SheetSwitch({ view, draft, action }: { view: View; draft: Version; action: string }) {
  const others = otherSheets(draft)
  if (others.length === 0 || draft.sheet?.headerLine === undefined) return null
  return (
    <form method="post" action={action} class="sheet-switch" data-rereads>
      <span class="quiet">{view.say('readInstead')}</span>
      <SheetButtons sheets={others} style="plain" />
    </form>
  )
}

/** How an earlier sheet was read does not apply to another one. */
const readingOfSheet = [
  'spreadsheetHeaderLine',
  'headerRows',
  'footerRows',
  'mergedCells',
  'leftOutColumns',
  'leftOutRows',
]

function SheetButtons({ sheets, style }: { sheets: readonly Sheet[]; style?: 'plain' }) {
  return (
    <>
      <input type="hidden" name="action" value="reread" />
      {readingOfSheet.map((name) => (
        <input type="hidden" name={name} value="" />
      ))}
      {sheets.slice(0, limits.pages.summaryColumns).map(({ name, number }) => (
        <button class={style} type="submit" name="spreadsheetWorksheetIndex" value={String(number)}>
          {name}
        </button>
      ))}
    </>
  )
}
