/** A service that tests/support/service.mjs has started. */
type StartedService = { url: string; apiKey: string; email: string; password: string }

export declare module 'vitest' {
  interface ProvidedContext {
    /** One for each test file that runs at the same time. */
    services: StartedService[]
    /** Path of a browser; empty where there is none. */
    browser: string
    /** Host of the external APIs of tests/support/remote-host.mjs. */
    remoteHost: string
    /** Port of 127.0.0.1 that the services may read, for a server of tests/support/source-server.ts. */
    sourcePort: number
    /** Address of the host of base applications of tests/support/application-host.mjs. */
    applications: string
  }
}
