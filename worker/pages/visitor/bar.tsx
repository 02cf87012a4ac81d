import type { View } from '../view'

/** The bar of a page as visitors get it: that it is one, what they get in its place, and the way back. */
export function visitorBar({ say, baseUrl }: View, { status, back }: { status: number; back: string }): string {
  const bar = (
    <div class="banner visitor" role="status">
      <strong>{say('visitorBar')}</strong>
      <span>{say(status === 200 ? 'visitorBarHelp' : 'visitorBarRefused', { status })}</span>
      <a class="button" href={baseUrl + back}>
        {say('visitorBack')}
      </a>
    </div>
  )
  return String(bar)
}
