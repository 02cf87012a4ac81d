/** Subscriptions with an application key. */
import { beforeEach, describe, expect, test } from 'vitest'
import { addToJournal, type JournalEvent } from '../../worker/datasets/journal/journal'
import { announceJournal } from '../../worker/datasets/journal/live-journal'
import { keyOf, signedIn, systemContext, town, village } from '../support/accounts'
import type { Dataset } from '../support/datasets'
import { createEditable } from '../support/editable'
import { origin } from '../support/http'
import { application, takeBack } from '../support/links'
import { Socket, sleep } from '../support/sockets'

const ctx = systemContext()
let key: string
let dataset: Dataset
beforeEach(async () => {
  key = await keyOf()
  dataset = await createEditable(key)
})

async function happens(type: string): Promise<void> {
  // A cast: types of the tests, such as `seen`, are none of the service.
  await ctx.db.batch([addToJournal(ctx, dataset.id, { type: type as JournalEvent['type'] })])
  await announceJournal(ctx, dataset.id)
}

/** The answer to a subscription that tells a link. */
async function answered(subject: string, appId: string, applicationKey = 'K1', headers = {}) {
  const socket = await Socket.open('/', { headers })
  socket.send({ type: 'subscribe', channel: `datasets/${dataset.id}/${subject}`, applicationKey, appId })
  const { type, status, data } = await socket.next()
  return { socket, answer: type === 'error' ? [status, data] : type }
}
const linked = (rights: { classes?: string[]; operations?: string[] } | null, owner = town) =>
  application({ owner, datasets: { [dataset.id]: rights }, keys: ['K1'] })
const refused = [403, 'Permission manquante.']

describe('a link', () => {
  test.each([
    ['the default permissions', null, refused],
    ['a class without subscriptions', { classes: ['read', 'readAdvanced'] }, refused],
    ['another channel', { operations: ['realtime-task-progress'] }, refused],
    ['the channel by name', { operations: ['realtime-journal'] }, 'subscribe-confirm'],
  ])('that gives %s', async (_, rights, expected) => {
    const { answer } = await answered('journal', await linked(rights))
    expect(answer).toEqual(expected)
  })

  test('subscribes to the configured dataset, also after hibernation, until its key is deleted', async () => {
    const app = await linked({ operations: ['realtime-journal'] })
    const { socket } = await answered('journal', app)
    await happens('seen')
    await socket.until('seen')
    await sleep()
    await happens('later')
    await socket.until('later')
    await takeBack(app)
    await sleep()
    await happens('hidden')
    expect(await socket.next()).toMatchObject({ type: 'error', status: 403 })
    expect(socket.types()).toEqual(['seen', 'later'])
  })

  test('that opens nothing leaves the permissions unchanged', async () => {
    const rights = { operations: ['realtime-journal'] }
    const app = await linked(rights)
    const { as } = await signedIn('admin', [{ organization: 'town', role: 'admin' }])
    expect((await answered('journal', app, 'wrong')).answer).toEqual(refused)
    expect((await answered('journal', 'other')).answer).toEqual(refused)
    expect((await answered('journal', await linked(rights, village))).answer).toEqual(refused)
    const { cookie = '' } = as('town')
    expect((await answered('journal', app, 'wrong', { cookie, origin })).answer).toBe('subscribe-confirm')
  })

  test('replaces the permissions of a session', async () => {
    const { as } = await signedIn('admin', [{ organization: 'town', role: 'admin' }])
    const { cookie = '' } = as('town')
    expect((await answered('journal', await linked(null), 'K1', { cookie, origin })).answer).toEqual(refused)
  })

  test('is ignored when an API key is sent', async () => {
    const app = await linked(null)
    const socket = await Socket.open()
    const channel = `datasets/${dataset.id}/journal`
    socket.send({ type: 'subscribe', channel, applicationKey: 'K1', appId: app, apiKey: key })
    expect(await socket.next()).toMatchObject({ type: 'subscribe-confirm' })
  })
})
