/** Starts an application: reads what the service wrote into the page, then draws it or says why it cannot. */
import { type ComponentChildren, createContext, render } from 'preact'
import { useContext } from 'preact/hooks'
import { followAddress } from './address'
import { type Application, type Dataset, readApplication, readFields } from './application'
import { isPicture, reportDrawn } from './capture'
import { leadingColor, type Theme } from './legends/palette'
import { type Formats, formatsOf, interpolate, languageOf, localeOf } from './locale'
import { type SharedMessages, sharedMessages } from './messages'
import { Failure, Notice } from './notice'
import { RequestFailed, readJson, requestAddress } from './requests'

/** What all parts of an application use. */
export type Surroundings = {
  application: Application
  dataset: Dataset
  formats: Formats
  say: SharedMessages
  theme: Theme
  /** The leading colour. */
  primary: string
  /** Without controls. */
  isPicture: boolean
}

const Context = createContext<Surroundings | undefined>(undefined)

export function useSurroundings(): Surroundings {
  const surroundings = useContext(Context)
  if (!surroundings) throw new Error('a component is rendered outside of its application')
  return surroundings
}

/** A parsed configuration: the input of the view, or the names of its missing settings. */
type Prepared = { draw: () => ComponentChildren } | { missing: string[] }

export async function start(prepare: (surroundings: Surroundings) => Prepared): Promise<void> {
  const container = document.querySelector('#application')
  if (!container) return
  const language = languageOf(document.cookie, navigator.languages)
  document.documentElement.lang = language
  const say = sharedMessages[language]
  // Written into the page by the service.
  const application = readApplication((window as { APPLICATION?: unknown }).APPLICATION)
  document.title = application.title || document.title
  followAddress()
  applyParameters()
  const [dataset] = application.datasets
  const tell = (node: ComponentChildren) => {
    render(<main class="page filling">{node}</main>, container)
    reportDrawn()
  }
  const fail = (node: ComponentChildren, message: string) => {
    tell(node)
    reportError(application, message)
  }
  if (!application.configuration) {
    return fail(<Notice title={say.notConfigured} text={say.notConfiguredHelp} />, say.notConfigured)
  }
  const failIncomplete = (missing: readonly string[]) => {
    const names = new Intl.ListFormat(language).format(missing)
    document.documentElement.dataset.missing = names
    // A draft is being configured: nothing is wrong yet.
    if (new URLSearchParams(location.search).get('draft') === 'true') {
      const text = interpolate(say.toChooseHelp, { missing: names })
      return tell(<Notice title={say.toChoose} text={text} />)
    }
    fail(<Notice title={say.incomplete} text={interpolate(say.incompleteHelp, { missing: names })} />, say.incomplete)
  }
  if (!dataset) return failIncomplete([say.dataset])
  try {
    if (dataset.fields.length === 0) dataset.fields = readFields(await readJson(requestAddress(dataset, 'schema', [])))
  } catch (error) {
    return fail(<Failure error={error} say={say} />, error instanceof RequestFailed ? error.message : say.failed)
  }
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    const theme: Theme = dark.matches ? 'dark' : 'light'
    const primary = leadingColor(new URLSearchParams(location.search).get('primary'), theme)
    document.documentElement.style.setProperty('--primary', primary)
    const surroundings: Surroundings = {
      ...{ application, dataset, say, theme, primary },
      formats: formatsOf(language, localeOf(language, navigator.languages)),
      isPicture: isPicture(),
    }
    const prepared = prepare(surroundings)
    if ('missing' in prepared) return failIncomplete(prepared.missing)
    // The page of the configuration reads the missing settings (`data-missing`) before it publishes.
    document.documentElement.dataset.missing = ''
    render(<Context.Provider value={surroundings}>{prepared.draw()}</Context.Provider>, container)
  }
  dark.addEventListener('change', show)
  show()
}

/** Parameters of the page that embeds the application, as attributes that styles refer to. */
function applyParameters(): void {
  const parameters = new URLSearchParams(location.search)
  for (const name of ['embed', 'print', 'thumbnail']) {
    if (parameters.get(name) === 'true') document.documentElement.classList.add(name)
  }
}

/** Tells the owner that the configuration is unusable. The service refuses the report of a visitor, which is ignored. */
function reportError({ href, configuration, status }: Application, message: string): void {
  if (!href || !configuration || status === 'error') return
  const headers = { 'content-type': 'application/json' }
  fetch(`${href}/error`, { method: 'POST', headers, body: JSON.stringify({ message }) }).catch(() => {})
}
