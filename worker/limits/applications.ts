/** Applications, and the base applications that they configure. */
import { MB } from './units'

export const applications = {
  /** Bytes read of a page and of a configuration schema. Each is stored in one D1 value, of at most 2 MB. */
  maxPageBytes: 2 * MB,
  maxSchemaBytes: 1 * MB,
  /** Texts that a page declares: real ones have about 30. */
  maxDeclared: 200,
  maxDeclaredChars: 10_000,
  maxUrlChars: 2_000,
  /** Entries of `configuration.datasets` and of `configuration.applications`; dashboards have dozens. */
  maxReferences: 500,
  /** Protected links of one application. */
  maxKeys: 500,
  maxKeyChars: 100,
  maxErrorChars: 5_000,
  /** Applications updated in one batch when their base application changes; each row holds its configuration. */
  refreshBatch: 20,
} as const
