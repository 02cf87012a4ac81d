import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Files for tests that run inside of the engine, where there is no disk. */
function filesIn(folder: string, prefix = ''): Record<string, string> {
  if (!existsSync(folder)) return {}
  return Object.assign(
    {},
    ...readdirSync(folder).map((name) => {
      const path = join(folder, name)
      if (statSync(path).isDirectory()) return filesIn(path, `${prefix}${name}/`)
      return { [prefix + name]: readFileSync(path).toString('base64') }
    }),
  )
}

/** Plugins of collectors that are other Workers: the example of the documentation, and one that misbehaves. */
function boundPlugins() {
  const example = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/collectors.md', 'utf8'))?.[1] ?? ''
  const scripts = { temperature: example, 'rogue-plugin': readFileSync('tests/fixtures/plugins/rogue.js', 'utf8') }
  return Object.entries(scripts).map(([name, script]) => ({
    name,
    modules: [{ type: 'ESModule' as const, path: `${name}.js`, contents: script }],
    compatibilityDate: '2026-11-01',
  }))
}

/** Engines, browsers and queues on cores that are shared may be late once: what fails twice fails by itself. */
const retry = process.env.CI ? 1 : 0

export default defineConfig({
  test: {
    silent: 'passed-only',
    // The engine may log after the last test of a file, when the worker of that file no longer receives logs.
    onUnhandledError: ({ message }) => !message.includes('Closing rpc while "onUserConsoleLog" was pending'),
    projects: [
      {
        test: {
          name: 'service',
          include: ['tests/{service,browser}/**/*.test.ts'],
          globalSetup: ['tests/support/service.mjs'],
          // Pages are driven in a real browser, on cores that are shared.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          retry,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'unit',
          testTimeout: 60_000,
          include: ['tests/{unit,architecture}/**/*.test.{ts,tsx}'],
          // A process for each file takes as long as the tests.
          isolate: false,
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // Captures need an address too: they are tested on a started server. Here BROWSER is not bound.
              browserRendering: { binding: 'UNUSED_BROWSER' },
              workers: boundPlugins(),
              // Bound as LINES_1 and LINES_2 by the tests that need several databases of lines.
              d1Databases: ['SPARE_LINES_1', 'SPARE_LINES_2'],
              serviceBindings: { PLUGIN_TEMPERATURE: 'temperature', PLUGIN_ROGUE: 'rogue-plugin' },
              bindings: {
                TEST_FILES: { ...filesIn('tests/fixtures'), ...filesIn('../shared/data', 'shared/') },
                TEST_MIGRATIONS: await readD1Migrations('migrations'),
                AUTH_SECRET: 'a-secret-for-tests-that-signs-nothing-real',
                SETUP_TOKEN: 'a-setup-token-for-tests',
                BASEMAP: 'none',
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          // The cores are shared: a test that fails does so by itself, long before.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry,
          expect: { poll: { timeout: 30_000 } },
          include: ['tests/{api,lines,queues,realtime,security,pages}/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/remote-host.mjs'],
          setupFiles: ['tests/support/setup.ts'],
          // Starting an engine and loading the modules takes most of the time of a file; storage is reset after each test.
          isolate: false,
        },
      },
    ],
  },
})
