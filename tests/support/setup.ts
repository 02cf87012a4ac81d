import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach } from 'vitest'

// Storage is shared by the tests of a file unless it is reset after each.
beforeEach(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS))
afterEach(() => reset())
