interface TestVariables {
  TEST_MIGRATIONS: import('cloudflare:test').D1Migration[]
  AUTH_SECRET: string
  SETUP_TOKEN: string
}
interface Env extends TestVariables {}
declare namespace Cloudflare {
  interface Env extends TestVariables {}
}
