import type { Version } from '../../../datasets'
import type { View } from '../../view'

type Props = { view: View; draft: Version; action: string }

/** The columns that are not published, with one button that reads them again, or the form that leaves out some. */
export function LeftOutColumns({ view, draft, action }: Props) {
  const { say } = view
  const leftOut = draft.originalFile?.normalizeOptions?.leftOutColumns ?? []
  const columns = draft.file?.schema ?? []
  const headers = columns.map((column) => column['x-originalName'])
  if (leftOut.length === 0 && headers.length < 2) return null
  return (
    <>
      {leftOut.length > 0 && (
        <form method="post" action={action} class="notice" data-rereads>
          <p>
            {say('columnsLeftOut', { count: leftOut.length, columns: leftOut.join(', ') })} {say('originalIsWhole')}
          </p>
          <input type="hidden" name="leftOutColumns" value="" />
          <button type="submit" name="action" value="reread">
            {say('readLeftOut')}
          </button>
        </form>
      )}
      {headers.length > 1 && (
        <details class="reading">
          <summary>{say('leaveOutColumns')}</summary>
          <form class="form card" method="post" action={action} data-rereads>
            <p class="quiet">{say('leaveOutColumnsHelp')}</p>
            <input type="hidden" name="leftOutColumns" value="" />
            {leftOut.map((header) => (
              <input type="hidden" name="leftOutColumns" value={header} />
            ))}
            <fieldset class="choices">
              <legend>{say('fields')}</legend>
              {headers.map((header) => (
                <label class="choice">
                  <input type="checkbox" name="leftOutColumns" value={header} />
                  <span>{header}</span>
                </label>
              ))}
            </fieldset>
            <p class="button-row">
              <button type="submit" name="action" value="reread">
                {say('leaveOut')}
              </button>
            </p>
          </form>
        </details>
      )}
    </>
  )
}
