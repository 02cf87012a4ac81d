/** Tables that can be listed: datasets and applications, whose common columns have the same names. */
import type { tables } from '../../db/client'

export type ListedTable = typeof tables.datasets | typeof tables.applications
