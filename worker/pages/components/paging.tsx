import type { View } from '../view'

/** Links to the previous and next pages. */
export function Paging(props: { view: View; page: number; pages: number; address: (page: number) => string }) {
  const { view, page, pages, address } = props
  if (pages <= 1) return null
  return (
    <nav class="paging" aria-label={view.say('pages')}>
      {page > 1 ? (
        <a class="button" rel="prev" href={address(page - 1)}>
          {view.say('previous')}
        </a>
      ) : (
        <span />
      )}
      <span class="quiet">{view.say('pageOf', { page, pages })}</span>
      {page < pages ? (
        <a class="button" rel="next" href={address(page + 1)}>
          {view.say('next')}
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
