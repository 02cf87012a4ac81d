/** A mail provider that stores received messages. */
import { inject } from 'vitest'
import { origin } from './http'

export type Received = { from: string; to: string; subject: string; text: string; html: string; authorization: string }

const provider = () => `http://${inject('remoteHost')}/mail`

/** The variables of an instance that sends mail. */
export const withMail = () => ({
  PUBLIC_URL: origin,
  MAIL_URL: provider(),
  MAIL_TOKEN: 'a-token-of-the-provider',
  MAIL_FROM: 'no-reply@data.example.org',
})

/** What an address has received, oldest first. */
export async function receivedBy(address: string): Promise<Received[]> {
  const response = await fetch(`${provider()}/${encodeURIComponent(address)}`)
  return (await response.json()) as Received[] // written by the provider above
}

/** The link of a message. */
export function linkIn(mail: Received | undefined): URL {
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'https://no-link.invalid')
}
