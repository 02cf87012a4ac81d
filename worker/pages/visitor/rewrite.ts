/** A page as it is shown: with the bar, links that stay among the pages of visitors, no scripts, and no forms that write. */
export function asVisitor(page: Response, { baseUrl, bar }: { baseUrl: string; bar: string }): Response {
  if (!page.headers.get('content-type')?.startsWith('text/html')) return page
  const stays = (address: string): string | undefined => {
    const path = address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : undefined
    return path && /^\/(dataset|application)\/[^/?#]+(\/[a-z-]+)?([?#]|$)/.test(path)
      ? `${baseUrl}/visitor${path}`
      : undefined
  }
  return (
    new HTMLRewriter()
      // After the link that skips to the content, which goes first.
      .on('header.top', {
        element: (header) => {
          header.before(bar, { html: true })
        },
      })
      .on('script', {
        element: (script) => {
          script.remove()
        },
      })
      // What is in them is not parsed; that of applications is their frame, with the session of the reader.
      .on('.preview noscript', {
        element: (fallback) => {
          fallback.remove()
        },
      })
      .on('noscript', {
        element: (fallback) => {
          fallback.removeAndKeepContent()
        },
      })
      .on('a', {
        element: (link) => {
          const address = stays(link.getAttribute('href') ?? '')
          if (address) link.setAttribute('href', address)
        },
      })
      .on('form', {
        element: (form) => {
          if (form.getAttribute('method')?.toLowerCase() === 'post') form.remove()
          const address = stays(form.getAttribute('action') ?? '')
          if (address) form.setAttribute('action', address)
        },
      })
      .on('d-frame', {
        element: (frame) => {
          const id = /\/app\/([^/?#]+)/.exec(frame.getAttribute('src') ?? '')?.[1]
          if (!id) return
          // As it is written in the page, with its entities.
          const title = (frame.getAttribute('iframe-title') ?? '').replaceAll('"', '&quot;')
          const attributes = `src="${baseUrl}/visitor/app/${id}" sandbox="allow-scripts"`
          frame.replace(`<iframe ${attributes} title="${title}"></iframe>`, { html: true })
        },
      })
      .transform(page)
  )
}
