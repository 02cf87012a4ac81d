import { type Application, baseTexts } from '../../applications'
import { colorSchemes } from '../../files/object-keys'
import { limits } from '../../limits'
import { DialogButton } from '../components/dialog'
import { Icon } from '../components/icon'
import type { View } from '../view'
import { allowsOn } from './access'

/** The usual size of an image, in pixels. */
const usual = { width: 1280, height: 720 }
const { maxSide } = limits.captures

/** The dialog that downloads an application as an image, or prints it as a PDF. */
export function CaptureDialog({ view, application }: { view: View; application: Application }) {
  const { say, baseUrl } = view
  if (!allowsOn(view, application, 'readCapture')) return null
  const address = `${baseUrl}/application/${application.id}`
  const { width, height } = preferredSize(view, application)
  return (
    <DialogButton view={view} id="capture" icon="image" title={say('capture')}>
      <form class="form" action={`${address}/capture`}>
        <div class="fields">
          <label>
            {say('captureWidth')}
            <input type="number" name="width" value={width} min={100} max={maxSide} required />
          </label>
          <label>
            {say('captureHeight')}
            <input type="number" name="height" value={height} min={100} max={maxSide} required />
          </label>
        </div>
        <p class="button-row">
          {colorSchemes.map((scheme) => (
            <button class={`primary ${scheme}-only`} type="submit" name="colorScheme" value={scheme}>
              <Icon name="download" />
              {say('captureImage')}
            </button>
          ))}
        </p>
      </form>
      {allowsOn(view, application, 'readPrint') && (
        <form class="form" action={`${address}/print`}>
          <label class="choice">
            <input type="checkbox" name="landscape" value="true" checked />
            <span>{say('printLandscape')}</span>
          </label>
          <p class="button-row">
            <button type="submit">
              <Icon name="download" />
              {say('printPdf')}
            </button>
          </p>
        </form>
      )}
    </DialogButton>
  )
}

/** The size that the base application declares, within the limits. */
function preferredSize(view: View, { base }: Application): { width: number; height: number } {
  const meta = base ? baseTexts(base, view.language).meta : {}
  const declared = (name: 'width' | 'height') => {
    const pixels = Number(meta[`df:capture-${name}`])
    return Number.isInteger(pixels) && pixels >= 100 && pixels <= maxSide ? pixels : usual[name]
  }
  return { width: declared('width'), height: declared('height') }
}
