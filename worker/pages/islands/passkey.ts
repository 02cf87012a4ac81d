/** Forms that create a passkey, or sign in with one. They stay hidden without WebAuthn, or without this script. */

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) prepare(form)

function prepare(form: HTMLFormElement): void {
  // A passkey needs a domain name, not an IP address.
  const isNumeric = /^[\d.]+$|^\[/.test(location.hostname)
  if (isNumeric || !('PublicKeyCredential' in window) || !('parseCreationOptionsFromJSON' in PublicKeyCredential))
    return
  form.hidden = false
  document.querySelector('[data-passkey-unavailable]')?.remove()
  const refusal = form.querySelector<HTMLElement>('[role=alert]')
  const failed = refusal?.textContent ?? ''
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (refusal) refusal.hidden = true
    const ceremony = form.dataset.passkey === 'make' ? make(form) : enter(form)
    ceremony.then(
      () => form.submit(),
      (error: unknown) => {
        if (!refusal) return
        refusal.textContent = error instanceof Refused ? error.message : failed
        refusal.hidden = false
      },
    )
  })
}

async function make(form: HTMLFormElement): Promise<void> {
  const fields = new FormData(form)
  const [name, password, code] = ['title', 'password', 'code'].map((field) => fields.get(field) ?? undefined)
  const options = await answerOf<PublicKeyCredentialCreationOptionsJSON>(form.dataset.options ?? '', { password, code })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey })
  await ask(form, 'verify-registration', { response: jsonOf(credential), name })
  // The form only leads back to the page.
  for (const input of form.querySelectorAll<HTMLInputElement>('[name=password], [name=code]')) input.disabled = true
}

async function enter(form: HTMLFormElement): Promise<void> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await ask(form, 'generate-authenticate-options'))
  const credential = await navigator.credentials.get({ publicKey })
  await ask(form, 'verify-authentication', { response: jsonOf(credential) })
}

function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey')
  return credential.toJSON()
}

/** An error that the user can act on, in the language of the page. */
class Refused extends Error {}

const ask = <Shape>(form: HTMLFormElement, name: string, body?: object) =>
  answerOf<Shape>(`${form.dataset.api}/${name}`, body)

/** The response of the directory; an error ends the ceremony. */
async function answerOf<Shape>(address: string, body?: object): Promise<Shape> {
  const sent = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const answer = await fetch(address, sent)
  if (answer.headers.get('content-type')?.startsWith('application/problem+json')) {
    throw new Refused(((await answer.json()) as { detail: string }).detail) // a problem
  }
  if (!answer.ok) throw new Error(`${answer.status}`)
  // A cast: the library of the directory responds with the options of the WebAuthn standard.
  return (await answer.json()) as Shape
}
