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
          const source = frame.getAttribute('src') ?? ''
          const id = /\/app\/([^/?#]+)/.exec(source)?.[1]
          if (!id) return
          const colour = /[?&;](primary=[^&]+)/.exec(source)?.[1]
          // As it is written in the page, with its entities.
          const title = (frame.getAttribute('iframe-title') ?? '').replaceAll('"', '&quot;')
          const attributes = `src="${baseUrl}/visitor/app/${id}${colour ? `?${colour}` : ''}" sandbox="allow-scripts"`
          frame.replace(`<iframe ${attributes} title="${title}"></iframe>`, { html: true })
        },
      })
      .transform(page)
  )
}

/**
 * Gives an application in its sandbox what an origin of its own does not have, and reading throws there: cookies, stored values and a
 * service worker. All are empty, and forgotten with the page.
 */
export function inSandbox(page: Response): Response {
  if (!page.headers.get('content-type')?.startsWith('text/html')) return page
  return new HTMLRewriter()
    .on('head', {
      element: (head) => {
        head.prepend(`<script>${emptyStores}</script>`, { html: true })
      },
    })
    .transform(page)
}

const emptyStores = `{
  const own = (object, name, value) => Object.defineProperty(object, name, { configurable: true, get: () => value, set() {} })
  const store = () => {
    const values = new Map()
    return {
      get length() { return values.size },
      key: (at) => [...values.keys()][at] ?? null,
      getItem: (name) => values.get(String(name)) ?? null,
      setItem: (name, value) => void values.set(String(name), String(value)),
      removeItem: (name) => void values.delete(String(name)),
      clear: () => values.clear(),
    }
  }
  own(document, 'cookie', '')
  own(window, 'localStorage', store())
  own(window, 'sessionStorage', store())
  const never = new Promise(() => {})
  own(navigator, 'serviceWorker', { ready: never, controller: null, register: () => never, addEventListener() {}, getRegistrations: async () => [] })
}`
