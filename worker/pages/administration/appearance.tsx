import type { Instance } from '../../instance'
import { limits } from '../../limits'
import { Field, refusalAt } from '../components/field'
import { LogoForms } from '../components/logo-forms'
import type { View } from '../view'
import { defaultColor, linesOfLinks } from './appearance-form'
import { AdministrationFrame, type Result } from './frame'

const { maxTitleChars, maxSummaryChars, maxTextChars, maxBannerChars } = limits.instance

type Props = {
  view: View
  instance: Instance
  /** What was sent with the last form, when it was refused. */
  form?: URLSearchParams | undefined
  result: Result
}

/** The name, the colour, the logo and the texts of the instance. */
export function AppearancePage({ view, instance, form, result }: Props) {
  const { say, baseUrl } = view
  const value = (name: string, stored: string | undefined) => form?.get(name) ?? stored ?? ''
  const at = (name: string) => refusalAt(result.refused, name)
  const kind = value('bannerKind', instance.banner?.kind) || 'info'
  return (
    <AdministrationFrame view={view} part="appearance" result={result} islands={['unsaved']}>
      <form class="card form" method="post" action={`${baseUrl}/admin/appearance`} data-unsaved={form ? 'changed' : ''}>
        <h2>{say('admin:appearance')}</h2>
        <Field refusal={at('title')}>
          {(attributes) => (
            <label>
              {say('siteTitle')}
              <input
                name="title"
                maxlength={maxTitleChars}
                value={value('title', instance.title)}
                placeholder="Fairway"
                {...attributes}
              />
            </label>
          )}
        </Field>
        <Field refusal={at('summary')}>
          {(attributes) => (
            <label>
              {say('siteSummary')}
              <input
                name="summary"
                maxlength={maxSummaryChars}
                value={value('summary', instance.summary)}
                {...attributes}
              />
              <span class="quiet">{say('siteSummaryHelp')}</span>
            </label>
          )}
        </Field>
        <Field refusal={at('text')}>
          {(attributes) => (
            <label>
              {say('siteText')}
              <textarea name="text" rows={8} maxlength={maxTextChars} {...attributes}>
                {value('text', instance.text)}
              </textarea>
              <span class="quiet">{say('siteTextHelp')}</span>
            </label>
          )}
        </Field>
        <Field refusal={at('color')}>
          {(attributes) => (
            <label class="color">
              {say('siteColor')}
              <input type="color" name="color" value={value('color', instance.color) || defaultColor} {...attributes} />
            </label>
          )}
        </Field>
        <div class="fields">
          <Field refusal={at('banner')}>
            {(attributes) => (
              <label>
                {say('banner')}
                <input
                  name="banner"
                  maxlength={maxBannerChars}
                  value={value('banner', instance.banner?.text)}
                  {...attributes}
                />
              </label>
            )}
          </Field>
          <label>
            {say('bannerKind')}
            <select name="bannerKind">
              {(['info', 'warning'] as const).map((name) => (
                <option value={name} selected={name === kind}>
                  {say(`banner:${name}`)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <Field refusal={at('links')}>
          {(attributes) => (
            <label>
              {say('footerLinks')}
              <textarea name="links" rows={3} spellcheck={false} {...attributes}>
                {value('links', linesOfLinks(instance.links ?? []))}
              </textarea>
              <span class="quiet">{say('footerLinksHelp')}</span>
            </label>
          )}
        </Field>
        <p class="button-row">
          <button class="primary" type="submit">
            {say('save')}
          </button>
        </p>
      </form>
      <LogoForms
        view={view}
        logo={instance.logo && `${baseUrl}/api/v1/instance/logo?v=${instance.version}`}
        action={`${baseUrl}/admin/appearance/logo`}
        refusal={at('logo')}
      />
    </AdministrationFrame>
  )
}
