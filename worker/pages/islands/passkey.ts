/** Forms that create a passkey, or sign in with one. They stay hidden without WebAuthn, or without this script. */

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) prepare(form)

function prepare(form: HTMLFormElement): void {
  // A passkey needs a domain name, not an IP address.
  const isNumeric = /^[\d.]+$|^\[/.test(location.hostname)
  if (isNumeric || !('PublicKeyCredential' in window) || !('parseCreationOptionsFromJSON' in PublicKeyCredential))
    return
  form.hidden = false
  const refusal = form.querySelector<HTMLElement>('[role=alert]')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (refusal) refusal.hidden = true
    const ceremony = form.dataset.passkey === 'make' ? make(form) : enter(form)
    ceremony.then(
      () => form.submit(),
      () => {
        if (refusal) refusal.hidden = false
      },
    )
  })
}

async function make(form: HTMLFormElement): Promise<void> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await ask(form, 'generate-register-options'))
  const credential = await navigator.credentials.create({ publicKey })
  const name = new FormData(form).get('title')
  await ask(form, 'verify-registration', { response: jsonOf(credential), name })
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

/** The response of the directory; an error ends the ceremony. */
async function ask<Shape>(form: HTMLFormElement, name: string, body?: object): Promise<Shape> {
  const sent = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const answer = await fetch(`${form.dataset.api}/${name}`, sent)
  if (!answer.ok) throw new Error(`${answer.status}`)
  // The options of the WebAuthn standard, from the library of the directory.
  return (await answer.json()) as Shape
}
