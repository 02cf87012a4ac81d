/**
 * Files dropped on the box of a form become those of its input; the box then names the file.
 *
 * @returns whether the form takes files
 */
export function acceptDrops(form: HTMLFormElement): boolean {
  const drop = form.querySelector<HTMLElement>('.drop')
  const input = drop?.querySelector<HTMLInputElement>('input[type=file]')
  if (!drop || !input || input.disabled) return false
  const named = drop.querySelector('strong')
  const invitation = named?.textContent ?? ''
  const show = () => {
    const file = input.files?.[0]
    if (named) named.textContent = file?.name ?? invitation
  }
  input.addEventListener('change', show)
  for (const type of ['dragenter', 'dragover'] as const) {
    drop.addEventListener(type, (event) => {
      event.preventDefault()
      drop.dataset.over = ''
    })
  }
  drop.addEventListener('dragleave', () => delete drop.dataset.over)
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    delete drop.dataset.over
    const file = event.dataTransfer?.files[0]
    if (!file) return
    const chosen = new DataTransfer()
    chosen.items.add(file)
    input.files = chosen.files
    show()
  })
  return true
}
