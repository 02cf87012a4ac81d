/**
 * The figure under the pointer, at once and also on a touch screen: the shape of a chart under it, or the nearest one. Without
 * this script browsers show the `<title>` of a shape after a while.
 */

/** Pixels from which a shape is near enough, beyond its edges; in the direction of a bar, `along` times as many. */
const [reach, along] = [40, 4]

type Shape = { element: SVGElement; text: string; left: number; right: number; top: number; bottom: number }

const tooltip = document.createElement('div')
tooltip.className = 'chart-tooltip'
// The same texts are in the drawing and in the table beside it.
tooltip.ariaHidden = 'true'
tooltip.hidden = true

/** The shapes of the chart under the pointer, where they are on the screen: read once, until something moves. */
let measured: { chart: SVGSVGElement; shapes: Shape[] } | undefined
let marked: SVGElement | undefined

for (const event of ['scroll', 'resize'] as const) addEventListener(event, hide, { capture: true, passive: true })
document.addEventListener('pointermove', follow)
document.addEventListener('pointerdown', follow)
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') hide()
})

function follow({ target, clientX, clientY }: PointerEvent): void {
  const chart = target instanceof Element ? target.closest<SVGSVGElement>('svg.chart') : null
  if (!chart) {
    hide()
    return
  }
  if (measured?.chart !== chart) measured = { chart, shapes: shapesOf(chart) }
  const under = target instanceof Element ? target.closest('[data-figure]') : null
  const shape = measured.shapes.find(({ element }) => element === under) ?? nearest(measured.shapes, clientX, clientY)
  if (shape) show(shape, clientX, clientY)
  else hide()
}

function shapesOf(chart: SVGSVGElement): Shape[] {
  // Browsers would show the title too. Its text stays in the table beside the chart.
  for (const title of chart.querySelectorAll(':scope g title')) {
    const element = title.parentElement
    element?.setAttribute('data-figure', title.textContent ?? '')
    title.remove()
  }
  return [...chart.querySelectorAll<SVGElement>('[data-figure]')].map((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { element, text: element.dataset.figure ?? '', left, right, top, bottom }
  })
}

function nearest(shapes: readonly Shape[], x: number, y: number): Shape | undefined {
  let [best, least] = [undefined as Shape | undefined, reach]
  for (const shape of shapes) {
    const [across, up] = [Math.max(shape.left - x, 0, x - shape.right), Math.max(shape.top - y, 0, y - shape.bottom)]
    const isLying = shape.right - shape.left > shape.bottom - shape.top
    const away = isLying ? Math.hypot(across / along, up) : Math.hypot(across, up / along)
    if (away < least) [best, least] = [shape, away]
  }
  return best
}

function show({ element, text }: Shape, x: number, y: number): void {
  if (marked !== element) {
    marked?.classList.remove('pointed')
    element.classList.add('pointed')
    marked = element
    const at = text.lastIndexOf(': ')
    const figure = document.createElement('strong')
    figure.textContent = text.slice(at + 1).trim()
    tooltip.replaceChildren(...(at > 0 ? [text.slice(0, at), document.createElement('br')] : []), figure)
  }
  if (!tooltip.isConnected) document.body.append(tooltip)
  tooltip.hidden = false
  const { width, height } = tooltip.getBoundingClientRect()
  const margin = 8
  tooltip.style.left = `${Math.max(margin, Math.min(x + 14, innerWidth - width - margin))}px`
  tooltip.style.top = `${y - height - 14 < margin ? y + 20 : y - height - 14}px`
}

function hide(): void {
  marked?.classList.remove('pointed')
  marked = undefined
  measured = undefined
  tooltip.hidden = true
}

export {}
