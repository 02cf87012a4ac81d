/**
 * Files dropped on the box of a form become those of its input; the box then names the file.
 *
 * @param onChosen what a chosen or dropped file starts
 * @returns what takes the file back, unless the form takes no files
 */
export function acceptDrops(form: HTMLFormElement, onChosen?: () => void): (() => void) | undefined {
  const drop = form.querySelector<HTMLElement>('.drop')
  const input = drop?.querySelector<HTMLInputElement>('input[type=file]')
  if (!drop || !input || input.disabled) return undefined
  const named = drop.querySelector('strong')
  const invitation = named?.textContent ?? ''
  const show = () => {
    const file = input.files?.[0]
    if (named) named.textContent = file?.name ?? invitation
  }
  const choose = () => {
    show()
    if (input.files?.length) onChosen?.()
  }
  show()
  drop.dataset.ready = ''
  input.addEventListener('change', choose)
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
    if (!file || input.disabled) return
    const chosen = new DataTransfer()
    chosen.items.add(file)
    input.files = chosen.files
    choose()
  })
  return () => {
    input.value = ''
    show()
  }
}
