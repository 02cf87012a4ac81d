export declare module 'vitest' {
  interface ProvidedContext {
    /** The service that tests/support/service.mjs has started. */
    service: { url: string; apiKey: string; email: string; password: string }
    /** Path of a browser; empty where there is none. */
    browser: string
  }
}
