/** A separate service that sends mail to the provider of the tests. */
import { inject } from 'vitest'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { freePort } from '../support/free-port.mjs'

const provider = () => `http://${inject('remoteHost')}/mail`

export type MailingService = { url: string; email: string; password: string; stop: () => Promise<void> }

/** Starts it; its links are under its own address. */
export async function startMailingService(): Promise<MailingService> {
  const folder = makeFolder()
  const port = await freePort()
  const variables = { BASEMAP: 'none', MAIL_URL: provider(), MAIL_FROM: 'no-reply@example.org' }
  const { url, email, password, stop } = await startServer(folder, {
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    variables,
  })
  return {
    url,
    email,
    password,
    stop: async () => {
      await stop()
      removeFolder(folder)
    },
  }
}

/** The link of the last message that an address has received; undefined before one. */
export async function lastLink(address: string, subject: RegExp): Promise<string | undefined> {
  const response = await fetch(`${provider()}/${encodeURIComponent(address)}`)
  const mails = (await response.json()) as { subject: string; text: string }[] // written by the provider of the tests
  return /https?:\/\/\S+/.exec(mails.findLast((mail) => subject.test(mail.subject))?.text ?? '')?.[0]
}
