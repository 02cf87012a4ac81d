/** Applications, and the base applications that they configure. */
import { DAY_MS, MB, MIB, MINUTE_MS, SECOND_MS } from '../units'

export const applications = {
  /** Bytes read of a page and of a configuration schema. Each is stored in one D1 value, of at most 2 MB. */
  maxPageBytes: 2 * MB,
  maxSchemaBytes: 1 * MB,
  /** First bytes searched for the declaration of an encoding (HTML Standard, section 13.2.3.2). */
  encodingBytes: 1_024,
  /** Texts that a page declares: real ones have about 30. */
  maxDeclared: 200,
  maxDeclaredChars: 10_000,
  maxUrlChars: 2_000,
  /** Entries of `configuration.datasets` and of `configuration.applications`; dashboards have dozens. */
  maxReferences: 500,
  /** Protected links of one application. */
  maxKeys: 500,
  maxKeyChars: 100,
  /** Attempts at a change of protected links, when concurrent requests change them. */
  maxKeyAttempts: 5,
  maxErrorChars: 5_000,
  /** How long the page of a base application is served without asking its host whether it has changed. */
  pageFreshMs: 10 * SECOND_MS,
  /** How long the host may take to say so: after that the stored page is served. */
  revalidateMs: 3 * SECOND_MS,
  /** How long a page is stored at the edge, for when its host does not respond. */
  pageStoredSeconds: (7 * DAY_MS) / SECOND_MS,
  /** Characters of the pages in the memory of an isolate. */
  pagesChars: 8 * MIB,
  /** The same for the applications that were opened, with their datasets, and how long one stays. */
  openedChars: 8 * MIB,
  openedMs: 1 * MINUTE_MS,
  /** Bytes of all the pages that were rendered for anonymous visitors, and of one. */
  renderedBytes: 8 * MIB,
  maxRenderedBytes: 1 * MIB,
  /** Applications updated in one batch when their base application changes; each row holds its configuration. */
  refreshBatch: 20,
} as const
