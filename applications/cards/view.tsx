import { useEffect } from 'preact/hooks'
import { useAddress, withParameter } from '../shared/address'
import { picturesLoaded, reportDrawn } from '../shared/capture'
import { Frame, type Texts } from '../shared/frame'
import { useLoaded } from '../shared/load'
import { interpolate } from '../shared/locale'
import { Failure, Notice } from '../shared/notice'
import { useSurroundings } from '../shared/start'
import { Card } from './card'
import type { CardsConfig } from './config'
import { Detail } from './detail'
import { Facets } from './facets'
import type { CardMessages } from './messages'
import { pageIn, pageKey, readCards } from './read-cards'
import { Search } from './search'

type Input = { config: CardsConfig; texts: Texts; say: CardMessages }

export function CardsView({ config, texts, say }: Input) {
  const surroundings = useSurroundings()
  const { dataset, formats, isPicture } = surroundings
  const [address, setAddress] = useAddress()
  const { data, error, isLoading, retry } = useLoaded(pageKey(address, dataset), (signal) =>
    readCards({ dataset, config, address }, signal),
  )
  useEffect(() => {
    if (data) void picturesLoaded().then(reportDrawn)
  }, [data])
  const open = (id: string) => setAddress(withParameter(address, 'row', id))
  const close = () => setAddress(withParameter(address, 'row', ''))
  const row = address.get('row')
  const hasFacets = config.facets.length > 0 && !isPicture
  return (
    <Frame texts={texts} isFilling={false}>
      {!isPicture && (
        <div class="bar">
          {config.hasSearch && <Search say={say} />}
          <p role="status">{data && formats.plural(data.total, say.one, say.many)}</p>
        </div>
      )}
      <div class={hasFacets ? 'columns' : ''}>
        {hasFacets && <Facets fields={config.facets} say={say} />}
        <div>
          {error !== undefined && <Failure error={error} say={surroundings.say} retry={retry} />}
          {!data && isLoading && <p class="waiting">{surroundings.say.loading}</p>}
          {data?.total === 0 && <Notice title={surroundings.say.noData} text={surroundings.say.noDataHelp} />}
          {data && data.rows.length > 0 && (
            <ul class="cards" aria-busy={isLoading}>
              {data.rows.map((one, at) => (
                <Card key={String(one._id ?? at)} row={one} at={at} config={config} say={say} onOpen={open} />
              ))}
            </ul>
          )}
          {data && data.total > config.size && !isPicture && <Pager total={data.total} size={config.size} say={say} />}
        </div>
      </div>
      {row && <Detail id={row} config={config} say={say} onClose={close} />}
    </Frame>
  )
}

function Pager({ total, size, say }: { total: number; size: number; say: CardMessages }) {
  const { formats } = useSurroundings()
  const [address, setAddress] = useAddress()
  const page = pageIn(address)
  const pages = Math.ceil(total / size)
  const go = (next: number) => {
    setAddress(withParameter(address, 'page', next > 1 ? String(next) : ''))
    scrollTo({ top: 0 })
  }
  return (
    <nav class="pager" aria-label={say.pages}>
      <button type="button" class="button" disabled={page <= 1} onClick={() => go(page - 1)}>
        {say.previous}
      </button>
      <span>{interpolate(say.page, { page: formats.number(page), pages: formats.number(pages) })}</span>
      <button type="button" class="button" disabled={page >= pages} onClick={() => go(page + 1)}>
        {say.next}
      </button>
    </nav>
  )
}
