import type { View } from '../view'

/** A text with a label, and a button that copies it (island `copy`). */
export function Copied({ view, label, text }: { view: View; label: string; text: string }) {
  return (
    <div class="copied">
      <p class="quiet">{label}</p>
      <div class="code inline-code">
        <code tabindex={0}>{text}</code>
        <CopyButton view={view} label={label} />
      </div>
    </div>
  )
}

/** A code in a list item, and a button that copies it (island `copy`). */
export function CopiedInline({ view, text }: { view: View; text: string }) {
  return (
    <span class="code inline-code">
      <code>{text}</code>
      <CopyButton view={view} />
    </span>
  )
}

/**
 * Copies the code beside it (island `copy`) and says so, also to screen readers. Its element must not be a live region.
 *
 * @param props.label the name of the code, where the page has several
 */
export function CopyButton({ view: { say }, label }: { view: View; label?: string }) {
  return (
    <>
      <button
        type="button"
        class="copy"
        data-copy={say('copied')}
        hidden
        aria-label={label && say('labelled', { label: say('copy'), text: label })}
      >
        {say('copy')}
      </button>
      <span class="visually-hidden" role="status" />
    </>
  )
}

/** A code that is shown once: what it is for, and a button that copies it. */
export function ShownOnce({ view, text, code }: { view: View; text: string; code: string }) {
  return (
    <div class="notice new-key">
      <p role="status">{text}</p>
      <div class="code inline-code">
        <code>{code}</code>
        <CopyButton view={view} />
      </div>
    </div>
  )
}
