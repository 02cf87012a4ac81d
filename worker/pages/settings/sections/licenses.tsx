import { limits } from '../../../limits'
import { licencesIn } from '../../edit-dataset/account-choices'
import { editedRows } from '../lists'
import { RowRemoval } from './row-removal'
import type { Section, Shown } from './section'
import { SectionForm } from './section-form'

type License = { title: string; href: string }

/** The licences of an account, beside the standard ones. */
export const licensesSection: Section = {
  isOfWholeAccount: true,
  render: async (shown) => {
    const { licenses = [] } = await shown.api.read<{ licenses?: License[] }>()
    return <Licenses {...shown} own={licenses} standard={licencesIn(shown.view.language)} />
  },
  forms: {
    '': async (api, form) => {
      const rows = editedRows(form, ['title', 'href'], ['title', 'href'])
      const licenses = rows.map(({ title, href }) => ({ title, href }))
      return { answer: await api.patch({ licenses }), done: 'saved' }
    },
  },
}

function Licenses({ view, formsUrl, own, standard }: Shown & { own: License[]; standard: readonly License[] }) {
  const { say } = view
  const { maxTitleChars, maxTextChars } = limits.settings
  return (
    <>
      <SectionForm view={view} action={formsUrl()} title={say('settings:licenses')} explanation={say('licensesHelp')}>
        <ul class="rows">
          {[...own, { title: '', href: '' }].map(({ title, href }, at) => (
            <li class="pair">
              <input
                class="grow"
                name="title"
                value={title}
                required={at < own.length}
                maxlength={maxTitleChars}
                placeholder={say('newLicense')}
                aria-label={title || say('newLicense')}
              />
              <input
                class="grow"
                type="url"
                name="href"
                value={href}
                maxlength={maxTextChars}
                placeholder="https://"
                aria-label={say('labelled', { label: say('licenceAddress'), text: title || say('newLicense') })}
              />
              <RowRemoval
                view={view}
                at={at < own.length ? at : undefined}
                title={title}
                warning={say('removeLicense', { title })}
              />
            </li>
          ))}
        </ul>
      </SectionForm>
      <section class="card">
        <h2>{say('standardLicenses')}</h2>
        <p class="quiet">{say('standardLicensesHelp')}</p>
        <ul class="rows">
          {standard.map(({ title, href }) => (
            <li>
              <a href={href} rel="license noopener" target="_blank">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
