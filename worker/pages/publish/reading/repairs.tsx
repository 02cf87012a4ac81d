import type { Version } from '../../../datasets'
import { delimiterIn } from '../../../formats/csv/delimiters'
import { limits } from '../../../limits'
import type { View } from '../../view'
import { delimiterName } from './delimiter-name'

/** The button that reads a refused file again with the repair that its error calls for. */
export function RepairForm({ view, code, action }: { view: View; code: string | undefined; action: string }) {
  const { say } = view
  const repair = repairs.find((one) => one.code === code)
  if (!repair) return null
  return (
    <form method="post" action={action} class="notice" data-rereads>
      <p>{say(repair.help)}</p>
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

/** The other sheets of a workbook whose first one has a single column or row; each button reads one. */
export function SheetProposed(props: { view: View; draft: Version; action: string; rows: number | undefined }) {
  const { view, draft, action, rows = 0 } = props
  const { sheet, schema, originalFile } = draft
  const isChosen = originalFile?.normalizeOptions?.spreadsheetWorksheetIndex !== undefined
  const columns = schema.filter((field) => !field['x-calculated'])
  if (!sheet || sheet.headerLine === undefined || isChosen || (columns.length > 1 && rows > 1)) return null
  const others = sheet.names.flatMap((name, at) => (at + 1 === sheet.number ? [] : [{ name, number: at + 1 }]))
  if (others.length === 0) return null
  return (
    <form method="post" action={action} class="notice warning" data-rereads>
      <p>{view.say('coverSheet', { name: sheet.names[sheet.number - 1] ?? '' })}</p>
      <input type="hidden" name="action" value="reread" />
      <p class="button-row">
        {others.slice(0, limits.pages.summaryColumns).map(({ name, number }) => (
          <button type="submit" name="spreadsheetWorksheetIndex" value={String(number)}>
            {name}
          </button>
        ))}
      </p>
    </form>
  )
}
