// Messages of the live channel, as text: JSON that it takes, JSON that it does not, and none.
import { mutate, nastyJson, toJson } from './schemas.mjs'
import { nastyText } from './values.mjs'

const subjects = ['journal', 'task-progress', 'transactions', 'a', '', 'journal/a']
/** Beyond 16 kB the socket is closed, which ends the input: most stay below. */
const maxChars = 17_000
/** A flood ends the socket: 100 at once. */
const maxMessages = 12

/** Messages that one socket sends. */
export function drawMessages(random, names) {
  return Array.from({ length: 1 + random.whole(maxMessages) }, () => drawMessage(random, names).slice(0, maxChars))
}

function drawMessage(random, { ids }) {
  if (random.whole(6) === 0) return nastyText(random)
  const channel = random.whole(5) === 0 ? nastyText(random) : `datasets/${random.pick(ids)}/${random.pick(subjects)}`
  const message = { type: random.pick(['subscribe', 'subscribe', 'unsubscribe', 'message', 'a']), channel }
  if (random.whole(4) === 0) message.apiKey = random.whole(2) === 0 ? nastyText(random) : nastyJson(random)
  if (random.whole(6) === 0) Object.assign(message, { applicationKey: nastyText(random), appId: random.pick(ids) })
  return toJson(random.whole(3) === 0 ? mutate(random, message) : message)
}
