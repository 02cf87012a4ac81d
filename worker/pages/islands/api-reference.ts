/** Loads the API reference, which sends no request to another host. */
type Scalar = { createApiReference: (element: Element, options: Record<string, unknown>) => unknown }

/** The colours and the font of the pages. The default colours of methods, numbers and hints have too little contrast. */
const look = `
.light-mode, .dark-mode { --scalar-font: var(--sans); --scalar-font-code: var(--mono); --scalar-background-1: var(--paper); }
.light-mode { --scalar-color-2: #3d4743; --scalar-color-3: #56615c; --scalar-color-green: #0b6654;
  --scalar-color-blue: #0a5a94; --scalar-color-orange: #94480a; --scalar-color-red: #a8261c;
  --scalar-color-yellow: #7a4d00; --scalar-color-purple: #6b3fa0; --scalar-color-ghost: #56615c;
  --scalar-sidebar-search-color: #56615c; --scalar-color-accent: #0b6654; }
.dark-mode { --scalar-color-2: #c9d3ce; --scalar-color-3: #a9b5b0; --scalar-color-green: #63cfb4;
  --scalar-color-blue: #86bff5; --scalar-color-orange: #f5a97f; --scalar-color-red: #ff9d92;
  --scalar-color-yellow: #f3c15f; --scalar-color-purple: #c9a9f5; --scalar-color-ghost: #a9b5b0;
  --scalar-sidebar-search-color: #a9b5b0; --scalar-color-accent: #63cfb4; }`

const element = document.querySelector<HTMLElement>('#reference')
if (element) {
  if (element.dataset.anonymous) omitCredentials()
  const library = document.createElement('script')
  library.src = element.dataset.library ?? ''
  library.addEventListener('load', () => {
    // The global name of the library.
    const { Scalar } = window as unknown as { Scalar: Scalar }
    Scalar.createApiReference(element, {
      url: element.dataset.document,
      withDefaultFonts: false,
      telemetry: false,
      proxyUrl: '',
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      hideDarkModeToggle: true,
      showDeveloperTools: 'never',
      forceDarkModeState: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      theme: 'default',
      // The page has a link of its own.
      documentDownloadType: 'none',
      layout: 'modern',
      defaultOpenAllTags: false,
      customCss: look,
    })
  })
  document.head.append(library)
  mend(element)
  new MutationObserver(() => mend(element)).observe(element, { childList: true, subtree: true })
}

/** Requests of this page have no cookies. */
function omitCredentials(): void {
  const send = window.fetch.bind(window)
  window.fetch = (input, init) => send(input, { ...init, credentials: 'omit' })
}

/** Accessibility fixes of the library: missing names, keyboard access, duplicate ids. */
function mend(root: HTMLElement): void {
  for (const card of root.querySelectorAll('.scalar-card[role=region]')) card.setAttribute('role', 'group')
  for (const button of root.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute('aria-label', root.dataset.copy ?? '')
  }
  // The bar of narrow windows opens the menu and names the current section: navigation, not a second banner.
  for (const header of root.querySelectorAll('header:not(main header, [role])')) {
    header.setAttribute('role', 'group')
    header.parentElement?.setAttribute('role', 'navigation')
    header.parentElement?.setAttribute('aria-label', root.dataset.sections ?? '')
  }
  for (const scroller of root.querySelectorAll('.overflow-x-auto:not([tabindex]), .endpoints:not([tabindex])'))
    scroller.setAttribute('tabindex', '0')
}
