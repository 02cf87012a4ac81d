import type { View } from '../view'

/** A text with a label, and a button that copies it (island `copy`). */
export function Copied({ view, label, text }: { view: View; label: string; text: string }) {
  return (
    <div class="copied">
      <p class="quiet">{label}</p>
      <div class="code inline-code">
        <code tabindex={0}>{text}</code>
        <button type="button" class="copy" data-copy hidden aria-label={`${view.say('copy')}: ${label}`}>
          {view.say('copy')}
        </button>
      </div>
    </div>
  )
}

/** The HTML that embeds a page. */
export function embedCode(address: string): string {
  return `<iframe src="${address}" width="100%" height="500px" style="background-color: transparent; border: none;"></iframe>`
}
