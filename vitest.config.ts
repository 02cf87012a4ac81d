import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    silent: 'passed-only',
    projects: [
      { test: { name: 'unit', include: ['tests/{unit,architecture}/**/*.test.{ts,tsx}'] } },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: await readD1Migrations('migrations'),
                AUTH_SECRET: 'a-secret-for-tests-that-signs-nothing-real',
                SETUP_TOKEN: 'a-setup-token-for-tests',
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          // The cores are shared: a test that fails does so by itself, long before.
          testTimeout: 60_000,
          include: ['tests/{api,queues,security,pages}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/setup.ts'],
        },
      },
    ],
  },
})
