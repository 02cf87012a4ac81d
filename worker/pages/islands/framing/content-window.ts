/**
 * Exchanges messages with the page that frames an application, in the protocol of v-iframe: the frame reports its address,
 * and follows addresses of its own origin. Applications declare in `vIframeOptions` how they follow one without reloading.
 */
type Options = {
  router?: {
    options: { base?: string }
    replace: (to: { path: string; query: Record<string, string> }) => unknown
  }
  reactiveParams?: Record<string, unknown>
}
declare global {
  interface Window {
    vIframeOptions?: Options
  }
}

if (parent !== window) speak()

function speak(): void {
  const tell = (message: object) => parent.postMessage({ viframe: true, ...message }, '*')
  const replaceState = history.replaceState.bind(history)
  const replaced = (stateAction: 'push' | 'replace') => (data: unknown, unused: string, url?: string | URL | null) => {
    // Only the parent adds an entry to the history, which is that of the tab.
    replaceState(data, unused, url)
    tell({ stateAction, href: location.href })
  }
  history.pushState = replaced('push')
  history.replaceState = replaced('replace')
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || typeof data !== 'object' || data === null) return
    const message: { viframe?: unknown; vIframe?: unknown; stateAction?: unknown; href?: unknown } = data
    if (!(message.viframe || message.vIframe) || !message.stateAction || typeof message.href !== 'string') return
    follow(message.href)
  })
  tell({ contentWindow: true })
}

function follow(address: string): void {
  const url = URL.parse(address, location.href)
  if (url?.origin !== location.origin) return
  const { router, reactiveParams } = window.vIframeOptions ?? {}
  const query = Object.fromEntries(url.searchParams)
  const isHere = url.pathname === location.pathname
  if (router && (!isHere || reactiveParams)) {
    router.replace({ path: url.pathname.replace(router.options.base ?? '/', '/').replace('//', '/'), query })
  } else if (isHere && reactiveParams) {
    for (const name of Object.keys(reactiveParams)) if (!(name in query)) delete reactiveParams[name]
    Object.assign(reactiveParams, query)
  } else location.href = url.href
}

export {}
