interface TestVariables {
  TEST_MIGRATIONS: import('cloudflare:test').D1Migration[]
  AUTH_SECRET: string
  SETUP_TOKEN: string
  /** Base64 by path: tests/fixtures, and ../shared/data under `shared/`. */
  TEST_FILES: Record<string, string>
}
interface Env extends TestVariables {}
declare namespace Cloudflare {
  interface Env extends TestVariables {}
}
