/** Shows the Markdown of a field as the page will show it, in place of the field, and the field again. */

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('button[data-markdown]')
  const field = button ? button.closest('.markdown-field') : undefined
  const source = field?.querySelector('textarea')
  const shown = field?.querySelector<HTMLElement>('[data-shown]')
  if (button && source && shown) void toggle(button, source, shown)
})
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-markdown]')) button.hidden = false

async function toggle(button: HTMLButtonElement, source: HTMLTextAreaElement, shown: HTMLElement): Promise<void> {
  const shows = button.getAttribute('aria-pressed') !== 'true'
  if (shows) {
    const { markdown = '', failed = '' } = button.dataset
    const body = new URLSearchParams({ text: source.value })
    const answer = await fetch(markdown, { method: 'POST', body }).catch(() => undefined)
    // Rendered and sanitized by the service.
    if (answer?.ok) shown.innerHTML = await answer.text()
    else shown.textContent = failed
  }
  source.hidden = shows
  shown.hidden = !shows
  button.setAttribute('aria-pressed', String(shows))
}

export {}
