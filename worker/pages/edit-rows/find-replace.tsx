import { Icon } from '../components/icon'
import type { View } from '../view'

/** Find and replace, beside which the grid stays in use: the script of the page opens it. */
export function FindReplace({ view: { say } }: { view: View }) {
  return (
    <dialog id="find-replace" class="find-replace" aria-labelledby="find-replace-title">
      <form class="form" method="dialog" novalidate>
        <header>
          <h2 id="find-replace-title">{say('findAndReplace')}</h2>
          {/* Enter in an input presses the first button. */}
          <button type="submit" value="next" hidden />
          <button class="icon-button plain" type="submit" value="close" aria-label={say('close')} title={say('close')}>
            <Icon name="close" />
          </button>
        </header>
        <label class="field">
          <span>{say('sought')}</span>
          <input name="sought" autocomplete="off" spellcheck={false} />
        </label>
        <label class="field">
          <span>{say('replaceBy')}</span>
          <input name="by" autocomplete="off" spellcheck={false} />
        </label>
        <div class="choices">
          {(
            [
              ['case', 'matchCase'],
              ['whole', 'wholeCell'],
              ['selected', 'onlySelected'],
            ] as const
          ).map(([name, label]) => (
            <label class="choice">
              <input type="checkbox" name={name} value="true" />
              {say(label)}
            </label>
          ))}
        </div>
        <p class="quiet" role="status" />
        <p class="button-row">
          <button class="primary" type="submit" value="next">
            {say('findNext')}
          </button>
          <button type="submit" value="one">
            {say('replaceOne')}
          </button>
          <button type="submit" value="all">
            {say('replaceAll')}
          </button>
        </p>
      </form>
    </dialog>
  )
}
