/** Buttons that copy the code beside them. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '')
    button.dataset.done = ''
    setTimeout(() => delete button.dataset.done, 1_500)
  })
}
