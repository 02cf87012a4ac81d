interface TestVariables {
  TEST_MIGRATIONS: import('cloudflare:test').D1Migration[]
  AUTH_SECRET: string
  SETUP_TOKEN: string
  /** Base64 by path: tests/fixtures, and ../shared/data under `shared/`. */
  TEST_FILES: Record<string, string>
  /** Databases of lines that the tests bind as LINES_1 and LINES_2. */
  SPARE_LINES_1: D1Database
  SPARE_LINES_2: D1Database
}
interface Env extends TestVariables {}
declare namespace Cloudflare {
  interface Env extends TestVariables {}
}
