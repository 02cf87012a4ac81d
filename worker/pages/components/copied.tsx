import { escapeHtml } from '../../formats/html/escape'
import { limits } from '../../limits'
import type { View } from '../view'

/** A text with a label, and a button that copies it (island `copy`). */
export function Copied({ view, label, text }: { view: View; label: string; text: string }) {
  return (
    <div class="copied">
      <p class="quiet">{label}</p>
      <div class="code inline-code">
        <code tabindex={0}>{text}</code>
        <button
          type="button"
          class="copy"
          data-copy
          hidden
          aria-label={view.say('labelled', { label: view.say('copy'), text: label })}
        >
          {view.say('copy')}
        </button>
      </div>
    </div>
  )
}

/** A code in a list item, and a button that copies it (island `copy`). */
export function CopiedInline({ view, text }: { view: View; text: string }) {
  return (
    <span class="code inline-code">
      <code>{text}</code>
      <button type="button" class="copy" data-copy hidden>
        {view.say('copy')}
      </button>
    </span>
  )
}

type Embedded = {
  address: string
  /** The name of the page, for screen readers. */
  title: string
  /** What it may use of the browser: `fullscreen` … */
  allow?: string | undefined
}

/** The HTML that embeds a page. */
export function embedCode({ address, title, allow }: Embedded): string {
  const allowed = allow ? ` allow="${allow}"` : ''
  return `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" width="100%" height="${limits.pages.embedHeight.initial}px" style="background-color: transparent; border: none;"${allowed}></iframe>`
}

/** What maps use of the browser. */
export const mapAllowance = 'fullscreen; geolocation'
