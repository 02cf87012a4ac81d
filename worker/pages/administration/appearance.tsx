import type { Instance } from '../../instance'
import { limits } from '../../limits'
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
  const kind = value('bannerKind', instance.banner?.kind) || 'info'
  return (
    <AdministrationFrame view={view} part="appearance" result={result} islands={['unsaved']}>
      <form class="card form" method="post" action={`${baseUrl}/admin/appearance`} data-unsaved={form ? 'changed' : ''}>
        <h2>{say('admin:appearance')}</h2>
        <label>
          {say('siteTitle')}
          <input name="title" maxlength={maxTitleChars} value={value('title', instance.title)} placeholder="Fairway" />
        </label>
        <label>
          {say('siteSummary')}
          <input name="summary" maxlength={maxSummaryChars} value={value('summary', instance.summary)} />
          <span class="quiet">{say('siteSummaryHelp')}</span>
        </label>
        <label>
          {say('siteText')}
          <textarea name="text" rows={8} maxlength={maxTextChars}>
            {value('text', instance.text)}
          </textarea>
          <span class="quiet">{say('siteTextHelp')}</span>
        </label>
        <label class="color">
          {say('siteColor')}
          <input type="color" name="color" value={value('color', instance.color) || defaultColor} />
        </label>
        <div class="fields">
          <label>
            {say('banner')}
            <input name="banner" maxlength={maxBannerChars} value={value('banner', instance.banner?.text)} />
          </label>
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
        <label>
          {say('footerLinks')}
          <textarea name="links" rows={3} spellcheck={false}>
            {value('links', linesOfLinks(instance.links ?? []))}
          </textarea>
          <span class="quiet">{say('footerLinksHelp')}</span>
        </label>
        <p class="button-row">
          <button class="primary" type="submit">
            {say('save')}
          </button>
        </p>
      </form>
      <LogoForms view={view} instance={instance} />
    </AdministrationFrame>
  )
}

function LogoForms({ view, instance }: { view: View; instance: Instance }) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/admin/appearance/logo`
  return (
    <section class="card form">
      <h2>{say('logo')}</h2>
      {instance.logo && (
        <img class="logo" src={`${baseUrl}/api/v1/instance/logo?v=${instance.version}`} alt={say('logo')} height="48" />
      )}
      <form method="post" action={address} enctype="multipart/form-data" class="form">
        <label>
          {say('logoHelp')}
          <input type="file" name="logo" accept="image/png,image/jpeg,image/webp" required />
        </label>
        <p class="button-row">
          <button type="submit">{say('logoUpload')}</button>
        </p>
      </form>
      {instance.logo && (
        <form method="post" action={`${address}/remove`}>
          <button class="danger" type="submit">
            {say('logoRemove')}
          </button>
        </form>
      )}
    </section>
  )
}
