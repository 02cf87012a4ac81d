// The Worker under `wrangler dev`, reloading as files change, with its crons: wrangler does not tick them by itself.
// Arguments go to wrangler.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setInterval } from 'node:timers'

const given = process.argv.slice(2)
const at = given.indexOf('--port')
const port = at < 0 ? (process.env.PORT ?? '8787') : given[at + 1]
const others = at < 0 ? given : given.toSpliced(at, 2)
const minuteMs = 60_000

// Messages to people are in the log, unless .dev.vars says how to send them.
const variables = existsSync('.dev.vars') ? readFileSync('.dev.vars', 'utf8') : ''
const mail = /^\s*MAIL_URL\s*=/m.test(variables) ? [] : ['--var', 'MAIL_URL:log:']

const wrangler = spawn(
  process.execPath,
  [
    ...['node_modules/wrangler/bin/wrangler.js', 'dev', '--ip', '127.0.0.1', '--port', port, '--test-scheduled'],
    ...[...mail, ...others],
  ],
  { stdio: 'inherit' },
)
const tick = () =>
  fetch(`http://127.0.0.1:${port}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`).then(
    (response) => response.body?.cancel(),
    () => console.warn('The crons could not be ticked; they are again in a minute.'),
  )
const ticking = setInterval(tick, minuteMs)
wrangler.on('exit', (code) => {
  clearInterval(ticking)
  process.exitCode = code ?? 1
})
