/** Applications, and the base applications that they configure. */
import { MB } from './units'

export const applications = {
  /** What is read of a page and of a configuration schema. What is kept of them is one D1 value each, of at most 2 MB. */
  maxPageBytes: 2 * MB,
  maxSchemaBytes: 1 * MB,
  /** Texts that a page declares: those known have about 30. */
  maxDeclared: 200,
  maxDeclaredChars: 10_000,
  maxUrlChars: 2_000,
  /** Entries of `configuration.datasets` and of `configuration.applications`; dashboards have some tens. */
  maxReferences: 500,
  /** Protected links of one application. */
  maxKeys: 500,
  maxKeyChars: 100,
  maxErrorChars: 5_000,
  /** Applications brought up to date at a time when their base application changes; each holds its configuration. */
  refreshBatch: 20,
} as const
