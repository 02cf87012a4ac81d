/** The service of the tests of a file. */
import { inject } from 'vitest'

const services = inject('services')
const started = services[(Number(process.env.VITEST_POOL_ID) - 1) % services.length]
if (!started) throw new Error('tests/support/service.mjs started no service')

/** Its address, and the key and the password of its administrator. Files that run at the same time have others. */
export const service = started
