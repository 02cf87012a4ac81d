import type { Version } from '../../../datasets'
import type { OtherRowKind, OtherRows } from '../../../formats/csv/other-rows'
import { limits } from '../../../limits'
import { shortened } from '../../../schema/cut-text'
import type { View } from '../../view'

type Props = { view: View; draft: Version; action: string; others: OtherRows | undefined }

/** The header again, units and totals among the rows; one button leaves them out, or reads those that were left out. */
export function OtherRowsProposed({ view, draft, action, others }: Props) {
  const { say } = view
  const leftOut = draft.originalFile?.normalizeOptions?.leftOutRows
  if (!others && !leftOut) return null
  return (
    <form method="post" action={action} class={others ? 'notice warning' : 'notice'} data-rereads>
      <p>
        {others
          ? `${say('otherRows')} ${others.kinds.map((kind) => textOf(view, kind, others)).join(', ')}.`
          : `${say('otherRowsLeftOut')} ${say('originalIsWhole')}`}
      </p>
      {(others?.kinds ?? ['']).map((kind) => (
        <input type="hidden" name="leftOutRows" value={kind} />
      ))}
      <button type="submit" name="action" value="reread">
        {say(others ? 'leaveOutOtherRows' : 'readOtherRows')}
      </button>
    </form>
  )
}

function textOf({ say, number }: View, kind: OtherRowKind, { lines, texts }: OtherRows): string {
  const shown = limits.pages.summaryColumns
  const known = lines[kind].filter((line) => !Number.isNaN(line))
  const rows =
    known
      .slice(0, shown)
      .map((line) => number(line))
      .join(', ') + (lines[kind].length > shown ? '…' : '')
  const named = texts
    .slice(0, shown)
    .map((text) => shortened(text, limits.pages.summaryChars))
    .join(' · ')
  return say(`otherRows:${kind}`, { count: lines[kind].length, rows, texts: named + (texts.length > shown ? '…' : '') })
}
