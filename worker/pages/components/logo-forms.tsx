import type { View } from '../view'
import { Field } from './field'

type Props = {
  view: View
  /** The address of the stored logo, if there is one. */
  logo: string | undefined
  /** URL that the file is sent to; that which removes the logo is below it. */
  action: string
  refusal?: string | undefined
}

/** The forms of a logo: of the service, or of an organization. */
export function LogoForms({ view: { say }, logo, action, refusal }: Props) {
  return (
    <section class="card form">
      <h2>{say('logo')}</h2>
      {logo && <img class="logo" src={logo} alt={say('logo')} height="48" />}
      <form method="post" action={action} enctype="multipart/form-data" class="form">
        <Field refusal={refusal}>
          {(attributes) => (
            <label>
              {say('logoHelp')}
              <input
                type="file"
                name="logo"
                accept="image/svg+xml,image/png,image/jpeg,image/webp"
                required
                {...attributes}
              />
            </label>
          )}
        </Field>
        <p class="button-row">
          <button type="submit">{say(logo ? 'logoUpload' : 'logoAdd')}</button>
        </p>
      </form>
      {logo && (
        <form method="post" action={`${action}/remove`}>
          <button class="danger" type="submit">
            {say('logoRemove')}
          </button>
        </form>
      )}
    </section>
  )
}
