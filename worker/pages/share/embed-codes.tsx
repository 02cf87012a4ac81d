import { escapeHtml } from '../../formats/html/escape'
import { limits } from '../../limits'
import { Copied } from '../components/copy-button'
import type { View } from '../view'

export type Embed = {
  /** The name of the embedded view, in the list of views. */
  name: string
  label: string
  address: string
  /** The name of the embedded page, for screen readers. */
  title: string
  /** What it may use of the browser: `fullscreen` … */
  allow?: string | undefined
}

/** The HTML that embeds a page. */
export function embedCode({ address, title, allow }: Pick<Embed, 'address' | 'title' | 'allow'>): string {
  const allowed = allow ? ` allow="${allow}"` : ''
  return `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="100%" height="${limits.pages.embedHeight.initial}px" style="background-color: transparent; border: none;"${allowed}></iframe>`
}

/** What maps use of the browser. */
export const mapAllowance = 'fullscreen; geolocation'

type Props = {
  view: View
  embeds: readonly Embed[]
  /** Whether the embedded pages read `theme` and can be shown here as visitors see them. */
  isDataset: boolean
  isPublic: boolean
}

/**
 * The codes that embed a dataset or an application. With the island `share`, one code is shown with its options and a
 * preview; without it, all of them.
 */
export function EmbedCodes({ view, embeds, isDataset, isPublic }: Props) {
  const { say } = view
  const { min, max, initial } = limits.pages.embedHeight
  return (
    <div class="embeds" data-embeds>
      <div class="fields" hidden data-embed-options>
        {embeds.length > 1 && (
          <label>
            {say('embedPart')}
            <select data-embed-part>
              {embeds.map(({ name }, at) => (
                <option value={at}>{name}</option>
              ))}
            </select>
          </label>
        )}
        {isDataset && (
          <label>
            {say('embedColours')}
            <select data-embed-theme>
              <option value="">{say('embedColours:reader')}</option>
              <option value="light">{say('embedColours:light')}</option>
              <option value="dark">{say('embedColours:dark')}</option>
            </select>
          </label>
        )}
        <label>
          {say('embedHeight')}
          <input type="number" min={min} max={max} step={10} value={initial} data-embed-height />
        </label>
      </div>
      {embeds.map((embed) => (
        <div data-embed={embed.address}>
          <Copied view={view} label={embed.label} text={embedCode(embed)} />
        </div>
      ))}
      {isDataset && (
        <p class="quiet" data-embed-hint>
          {say('embedTheme')}
        </p>
      )}
      {isDataset && isPublic && (
        <details hidden data-embed-preview>
          <summary>{say('preview')}</summary>
        </details>
      )}
    </div>
  )
}
