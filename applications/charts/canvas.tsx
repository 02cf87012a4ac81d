/** The drawing, which the keyboard reaches: arrows move between values, Enter chooses one. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { isStill, reportDrawn } from '../shared/capture'
import type { Chart } from '../shared/charting/chart'
import type { ChartData } from '../shared/charting/chart-data'
import { useSurroundings } from '../shared/start'
import { Drawing, drawingOf } from './draw'

type Input = {
  chart: Chart
  data: ChartData
  hidden: ReadonlySet<string>
  selected: readonly string[]
  label: string
  help: string
  onChoose: (index: number) => void
}

export function Canvas({ chart, data, hidden, selected, label, help, onChoose }: Input) {
  const { formats, theme, primary } = useSurroundings()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const [active, setActive] = useState('')
  const at = useRef(-1)

  // A drawing is made of everything that it shows.
  useEffect(() => {
    if (!canvas.current) return
    const { clientWidth: width = 600, clientHeight: height = 400 } = canvas.current.parentElement ?? {}
    const still = isStill()
    drawing.current = new Drawing(
      canvas.current,
      drawingOf(chart, data, {
        ...{ formats, theme, primary, isStill: still, width, height, hidden, selected, onChoose },
        onDrawn: reportDrawn,
      }),
    )
    if (still) reportDrawn()
    return () => drawing.current?.destroy()
  }, [data, theme, primary, hidden, selected.join('\n')])

  const move = (event: KeyboardEvent) => {
    const count = data.kind === 'groups' ? data.labels.length : (data.series[0]?.points.length ?? 0)
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && at.current >= 0) onChoose(at.current)
    if (!step || count === 0 || !drawing.current) return
    event.preventDefault()
    at.current = (Math.max(0, at.current + (at.current < 0 ? 1 : step)) + count) % count
    const visible = drawing.current.getSortedVisibleDatasetMetas().filter((meta) => meta.data[at.current])
    const elements = visible.map((meta) => ({ datasetIndex: meta.index, index: at.current }))
    drawing.current.setActiveElements(elements)
    drawing.current.tooltip?.setActiveElements(elements, { x: 0, y: 0 })
    drawing.current.update()
    const { title = [], body = [] } = drawing.current.tooltip ?? {}
    setActive([...title, ...body.flatMap(({ lines }) => lines)].map((text) => text.trim()).join(', '))
  }

  return (
    <div class="drawing">
      <canvas ref={canvas} role="img" tabindex={0} aria-label={`${label}. ${help}`} onKeyDown={move} />
      <p class="visually-hidden" aria-live="polite">
        {active}
      </p>
    </div>
  )
}
