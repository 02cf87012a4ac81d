/** Pictures and prints of the application: a browser of the service opens it and waits until it is drawn. */

type CaptureWindow = Window & { triggerCapture?: (animationSupported?: boolean) => unknown }

/** Whether the page is opened for a picture, a print, or by somebody who dislikes motion: nothing may move then. */
export function isStill(): boolean {
  const parameters = new URLSearchParams(location.search)
  return (
    parameters.get('thumbnail') === 'true' ||
    parameters.get('print') === 'true' ||
    'triggerCapture' in window ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/** Whether the page is opened for a picture or a print: nobody uses its controls. */
export const isPicture = (): boolean =>
  'triggerCapture' in window || new URLSearchParams(location.search).get('thumbnail') === 'true'

/** The pictures that are seen now, once each is loaded or has failed. */
export async function picturesLoaded(): Promise<void> {
  const seen = [...document.images].filter(
    (image) => !image.complete && image.getBoundingClientRect().top < innerHeight,
  )
  const settled = (image: HTMLImageElement) =>
    new Promise<void>((resolve) => {
      for (const event of ['load', 'error']) image.addEventListener(event, () => resolve(), { once: true })
    })
  await Promise.all(seen.map(settled))
}

/** Reports that everything is drawn, once the browser has painted it. `data-ready` of the page says the same. */
export function reportDrawn(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      document.documentElement.dataset.ready = 'true'
      // Defined by the browser that takes the picture.
      const { triggerCapture } = window as CaptureWindow
      triggerCapture?.()
    }),
  )
}
