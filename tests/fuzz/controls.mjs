// Control datasets: no input names them, and their responses must not change during a run.
import { ask } from './actors.mjs'

const id = 'untouched-control'
const lines = Array.from({ length: 50 }, (_, i) => `Control ${i},${i}`).join('\n')

/** Makes the control dataset and remembers its answers. @returns `check`, which tells what differs */
export async function makeControls({ url, headers, untilFinalized }) {
  const form = new FormData()
  form.set('file', new Blob([`name,n\n${lines}\n`]), 'control.csv')
  await ask(url, `/api/v1/datasets/${id}`, { method: 'PUT', headers, form })
  await untilFinalized(id)
  await ask(url, `/api/v1/datasets/${id}/permissions`, {
    method: 'PUT',
    headers,
    json: [{ classes: ['list', 'read'] }],
  })
  const observe = () => observed(url)
  const before = await observe()
  return {
    /** @returns sentences, none when all is as before */
    async check() {
      const now = await observe()
      return Object.keys(before)
        .filter((what) => now[what] !== before[what])
        .map((what) => `control: ${what} is ${now[what].slice(0, 300)} and was ${before[what].slice(0, 300)}`)
    },
  }
}

async function observed(url) {
  const text = async (path) => {
    const answer = await fetch(url + path)
    return `${answer.status} ${await answer.text()}`
  }
  const status = async (path) => {
    const answer = await fetch(url + path)
    await answer.arrayBuffer()
    return String(answer.status)
  }
  return {
    health: await status('/healthz'),
    'home page': await status('/'),
    page: await status(`/dataset/${id}`),
    'public list': await text(`/api/v1/datasets?ids=${id}&select=id,title,count,status`),
    'whole public list': await status('/api/v1/datasets?size=100'),
    lines: await text(`/api/v1/datasets/${id}/lines?size=100&sort=n`),
    search: await text(`/api/v1/datasets/${id}/lines?q=control&size=5&sort=n`),
    figures: await text(`/api/v1/datasets/${id}/simple_metrics_agg?fields=n`),
  }
}
