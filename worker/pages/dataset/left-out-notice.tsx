/** The notice of the rows and values of a file that are not in the version of a dataset. */
import type { Dataset } from '../../datasets'
import { type EventDocument, readJournal } from '../../datasets/journal'
import { printedText } from '../problem-text'
import type { PageContext } from '../send'
import type { View } from '../view'
import { dismiss } from './dismissal'

const rowLosses: ReadonlySet<string | undefined> = new Set(['lines-left-out', 'cells-emptied'])

/** A cookie of the pages of one dataset: the date of the version whose notice its reader has dismissed. */
const cookie = 'left-out'

type Props = {
  view: View
  dataset: Dataset
  /** With the reasons: else the number of rows or cells alone. */
  isWhole: boolean
}

/** The rows and cells that are not in this version, because their values do not suit the columns: for those who may read the log. */
export async function LeftOut({ view, dataset, isWhole }: Props) {
  const { say, baseUrl, here } = view
  const { date, texts, codes } = lossesIn(await readJournal(view.ctx, dataset.id))
  if (texts.length === 0 || view.cookie(cookie) === date) return null
  const address = `${baseUrl}/dataset/${dataset.id}`
  const lines = texts.join('\n').split('\n')
  return (
    <details class="notice warning folded">
      <summary>
        {codes.map((code) => say(code === 'lines-left-out' ? 'rowsAreLeftOut' : 'cellsAreEmptied')).join(' ')}
      </summary>
      <form method="post" action={`${address}/left-out`}>
        <p role="status">
          {lines.slice(0, isWhole ? undefined : 1).map((line) => (
            <>
              {printedText(line, view.language)}
              <br />
            </>
          ))}
          <a href={`${address}/journal`}>{say('seeJournal')}</a>
        </p>
        <input type="hidden" name="event" value={date} />
        <input type="hidden" name="back" value={here.pathname + here.search} />
        <button type="submit">{say('dismissNotice')}</button>
      </form>
    </details>
  )
}

/** The losses of the run of the current version, and when it ended. @param all the events of the journal, newest first */
function lossesIn(all: readonly EventDocument[]): { date: string; texts: string[]; codes: (string | undefined)[] } {
  const events = all.filter(({ draft }) => !draft)
  const [ended, before] = events.flatMap(({ type }, at) => (type === 'finalize-end' ? [at] : []))
  const [end] = events.slice(ended)
  const run = ended === undefined ? [] : events.slice(ended, before)
  const losses = run.filter(({ code, data }) => rowLosses.has(code) && data)
  return {
    date: end?.date ?? '',
    texts: losses.flatMap(({ data }) => data ?? []),
    codes: [...new Set(losses.map(({ code }) => code))],
  }
}

/** Dismisses the notice in this browser: that of a later version has another date. */
export const dismissLeftOut = (c: PageContext): Promise<Response> => dismiss(c, { cookie, operation: 'readJournal' })
