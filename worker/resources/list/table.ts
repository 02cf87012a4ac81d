/** What the lists of datasets and of applications have in common: columns of the same names. */
import type { tables } from '../../db/client'

export type ListedTable = typeof tables.datasets | typeof tables.applications
