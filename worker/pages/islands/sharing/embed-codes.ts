/** The options of embed codes (view, colours, height) and the preview of the embedded page. */

/** Shows the options of the codes that have none yet. */
export function showEmbedOptions(): void {
  for (const embeds of document.querySelectorAll<HTMLElement>('[data-embeds]:not([data-ready])')) {
    embeds.dataset.ready = ''
    const codes = [...embeds.querySelectorAll<HTMLElement>('[data-embed]')].flatMap((box) => {
      const code = box.querySelector('code')
      return code ? [{ box, code, html: code.textContent, address: box.dataset.embed ?? '' }] : []
    })
    const preview = embeds.querySelector<HTMLDetailsElement>('[data-embed-preview]')
    const update = () => {
      const { part, theme, height } = optionsOf(embeds)
      for (const [at, { box, code, html, address }] of codes.entries()) {
        box.hidden = at !== part
        code.textContent = html
          .replace(/(?<=src=")[^"]*/, () => withTheme(address, theme).replaceAll('&', '&amp;'))
          .replace(/(?<=height=")\d+/, height)
      }
      if (preview?.open) showPreview(preview, withTheme(codes[part]?.address ?? '', theme), height)
    }
    for (const part of embeds.querySelectorAll<HTMLElement>('[data-embed-options], [data-embed-preview]'))
      part.hidden = false
    for (const hint of embeds.querySelectorAll<HTMLElement>('[data-embed-hint]')) hint.hidden = true
    embeds.addEventListener('change', update)
    preview?.addEventListener('toggle', update)
    update()
  }
}

function optionsOf(embeds: HTMLElement) {
  const part = embeds.querySelector<HTMLSelectElement>('[data-embed-part]')
  const theme = embeds.querySelector<HTMLSelectElement>('[data-embed-theme]')
  const height = embeds.querySelector<HTMLInputElement>('[data-embed-height]')
  const isValid = height?.value && height.checkValidity()
  return {
    part: Number(part?.value ?? 0),
    theme: theme?.value ?? '',
    height: (isValid ? height.value : height?.defaultValue) ?? '',
  }
}

function withTheme(address: string, theme: string): string {
  if (!theme) return address
  const url = new URL(address)
  url.searchParams.set('theme', theme)
  return url.href
}

/** The page of a code in a frame; the same one is not loaded again. */
function showPreview(preview: HTMLDetailsElement, address: string, height: string): void {
  const shown = preview.querySelector('iframe')
  const frame = shown?.src === address ? shown : document.createElement('iframe')
  frame.height = height
  if (frame === shown) return
  frame.title = preview.querySelector('summary')?.textContent ?? ''
  frame.src = address
  shown?.remove()
  preview.append(frame)
}
