/** Buttons that copy the code beside them, also in content that is inserted later. They are hidden where no script runs. */

function show(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy][hidden]')) button.hidden = false
}

show()
document.addEventListener('contents', show)
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('button[data-copy]')
  if (!button) return
  await navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '')
  button.dataset.done = ''
  setTimeout(() => delete button.dataset.done, 1_500)
})

export {}
