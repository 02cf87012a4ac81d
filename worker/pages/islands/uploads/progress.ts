/** The progress of an upload in its form, with the button that stops it. */
export function progressOf(upload: HTMLFormElement) {
  const box = upload.querySelector<HTMLElement>('[data-status]')
  const bar = box?.querySelector('progress')
  const text = box?.querySelector('p')
  const send = upload.querySelector<HTMLButtonElement>('button[type=submit]')
  const stop = box?.querySelector<HTMLButtonElement>('button')
  const inputs = upload.querySelectorAll<HTMLInputElement>('input[type=file]')
  let controller = new AbortController()
  stop?.addEventListener('click', () => controller.abort())

  const setBusy = (isBusy: boolean) => {
    // A disabled button cannot keep the focus: the one that stops takes it.
    const hasFocus = upload.contains(document.activeElement)
    for (const input of inputs) input.disabled = isBusy
    if (send) send.disabled = isBusy
    if (stop) stop.hidden = !isBusy
    if (bar) bar.hidden = !isBusy
    if (isBusy && hasFocus) stop?.focus()
    if (!isBusy && hasFocus) inputs[0]?.focus()
  }
  const tell = (words: string, isProblem: boolean) => {
    if (box) box.hidden = false
    box?.classList.toggle('danger', isProblem)
    if (text) text.textContent = words
  }
  return {
    /** @returns what tells that the upload is stopped */
    begin(): AbortSignal {
      controller = new AbortController()
      setBusy(true)
      return controller.signal
    },
    tell(words: string, percent?: number) {
      tell(words, false)
      if (percent === undefined) bar?.removeAttribute('value')
      else if (bar) bar.value = percent
    },
    end(words: string) {
      setBusy(false)
      tell(words, false)
    },
    /** The file stays chosen, and the button sends it again, unless the file itself is refused. */
    fail(words: string, isRefused: boolean) {
      setBusy(false)
      tell(words, true)
      if (send) send.hidden = isRefused
    },
    showSend(isShown: boolean) {
      if (send) send.hidden = !isShown
    },
  }
}
