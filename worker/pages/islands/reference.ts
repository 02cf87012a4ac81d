/** Loads the API reference, which asks nothing of any other host. */
type Scalar = { createApiReference: (element: Element, options: Record<string, unknown>) => unknown }

const element = document.querySelector<HTMLElement>('#reference')
if (element) {
  const library = document.createElement('script')
  library.src = element.dataset.library ?? ''
  library.addEventListener('load', () => {
    // The library makes itself known under this name.
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
      layout: 'modern',
      defaultOpenAllTags: false,
    })
  })
  document.head.append(library)
}
