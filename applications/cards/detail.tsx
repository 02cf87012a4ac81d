import { useEffect, useRef } from 'preact/hooks'
import { useLoaded } from '../shared/load'
import { Failure } from '../shared/notice'
import { useSurroundings } from '../shared/start'
import { hasValue, Value } from '../shared/value'
import { cardTitle, Picture } from './card'
import type { CardsConfig } from './config'
import type { CardMessages } from './messages'
import { readRow, rowPicture } from './read-cards'

type Input = { id: string; config: CardsConfig; say: CardMessages; onClose: () => void }

/** All values of a row, in a dialog. */
export function Detail({ id, config, say, onClose }: Input) {
  const { dataset, formats, say: shared } = useSurroundings()
  const dialog = useRef<HTMLDialogElement>(null)
  const { data, error, isLoading } = useLoaded(id, (signal) => readRow(dataset, id, signal))
  useEffect(() => dialog.current?.showModal(), [])
  const title = data && cardTitle(data, config, formats)
  const picture = data && rowPicture(data, config.picture)
  return (
    <dialog ref={dialog} closedby="any" aria-label={title || shared.loading} onClose={onClose}>
      <div class="detail">
        <header>
          {title ? <h2>{title}</h2> : <span />}
          <button type="button" class="close" aria-label={say.close} onClick={() => dialog.current?.close()}>
            ×
          </button>
        </header>
        {isLoading && <p>{shared.loading}</p>}
        {error !== undefined && <Failure error={error} say={shared} />}
        {picture && <Picture address={picture} />}
        {data && (
          <dl>
            {config.details
              .filter(({ key }) => hasValue(data[key]))
              .map((field) => (
                <div key={field.key}>
                  <dt>{field.name}</dt>
                  <dd>
                    <Value dataset={dataset} field={field} value={data[field.key]} formats={formats} />
                  </dd>
                </div>
              ))}
          </dl>
        )}
      </div>
    </dialog>
  )
}
