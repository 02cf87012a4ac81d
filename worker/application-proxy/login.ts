/** The login page of a private application. Pure. */
import type { Language } from '../errors'
import type { Owner } from '../identity'
import { exposedAddress } from './application-context'
import { attributeText } from './escape'
import { serviceDocument } from './service-document'

type LoginPage = {
  owner: Owner
  /** The address of the directory. */
  directory: string
  baseUrl: string
  requested: string
  error: string | undefined
  language: Language
}

const texts = {
  en: { email: 'Email', password: 'Password', enter: 'Sign in', why: 'This application is not public.' },
  fr: {
    email: 'Adresse email',
    password: 'Mot de passe',
    enter: 'Se connecter',
    why: "Cette application n'est pas publique.",
  },
}

/** A form that signs in for the owner of the application, and comes back to it. The application is not described. */
export function loginPage({ owner, directory, baseUrl, requested, error, language }: LoginPage): string {
  const say = texts[language]
  const organization = owner.type === 'organization' ? `&org=${encodeURIComponent(owner.id)}` : ''
  const redirect = encodeURIComponent(exposedAddress(baseUrl, requested))
  const action = `${directory}/api/auth/password?redirect=${redirect}${organization}`
  const avatar = `${directory}/api/avatars/${owner.type}/${encodeURIComponent(owner.id)}/avatar.png`
  const main = `<form class="card narrow" method="POST" action="${attributeText(action)}">
<img src="${attributeText(avatar)}" alt="" height="60">
<h1>${say.enter}</h1>
<p class="quiet">${say.why}</p>
${error ? `<p class="notice danger" role="alert">${attributeText(error)}</p>` : ''}
<label>${say.email} <input type="email" name="email" required autocomplete="username"></label>
<label>${say.password} <input type="password" name="password" required autocomplete="current-password"></label>
<button class="primary" type="submit">${say.enter}</button>
</form>`
  return serviceDocument({ title: say.enter, main, language, baseUrl })
}
