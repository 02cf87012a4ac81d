/**
 * The columns of a kind of chart are chosen again when the reader comes back to a kind that takes them: a bar chart of towns stays one
 * after a look at lines, which take dates. A column that the reader chooses since then is not replaced.
 */
type Columns = Partial<Record<(typeof remembered)[number], string>>

const remembered = ['field', 'metric_field', 'interval'] as const

/** Kinds that take the same columns. */
const families: Readonly<Record<string, string>> = {
  bar: 'groups',
  stacked: 'groups',
  pie: 'groups',
  line: 'axis',
  area: 'axis',
  histogram: 'numbers',
  scatter: 'positions',
  calendar: 'days',
}

const columnsOf = new Map<string, Columns>()

document.addEventListener('change', remember, { capture: true })

function remember({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement) || !target.form) return
  if (target.name === 'field') columnsOf.clear()
  if (target.name !== 'chart') return
  const { form } = target
  const before = families[[...target.options].find((option) => option.defaultSelected)?.value ?? ''] ?? ''
  const after = families[target.value] ?? ''
  if (before === after) return
  columnsOf.set(before, Object.fromEntries(remembered.map((name) => [name, inputOf(form, name)?.value])))
  const earlier = columnsOf.get(after)
  for (const [name, value] of Object.entries(earlier ?? {})) if (value) choose(form, name, value)
  if (!earlier && after === 'axis') leaveToService(form)
}

/** Lines show a course: without a column of their own they get the dates of the dataset, which the service chooses. */
function leaveToService(form: HTMLFormElement): void {
  if (!form.querySelector('[data-dates]')) return
  for (const name of ['field', 'interval']) inputOf(form, name)?.removeAttribute('name')
}

const inputOf = (form: HTMLFormElement, name: string): HTMLSelectElement | HTMLInputElement | null =>
  form.querySelector<HTMLSelectElement | HTMLInputElement>(`[name="${name}"]`)

/** Selects a value, also one that the shown kind of chart does not offer. */
function choose(form: HTMLFormElement, name: string, value: string): void {
  const input = inputOf(form, name) ?? form.appendChild(hidden(name))
  if (input instanceof HTMLSelectElement && ![...input.options].some((option) => option.value === value)) {
    input.add(new Option(value, value))
  }
  input.value = value
}

function hidden(name: string): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = name
  return input
}
