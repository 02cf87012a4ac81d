import type { EventDocument } from '../../datasets/journal'

const codes: ReadonlySet<string | undefined> = new Set(['lines-left-out', 'cells-emptied'])

/** Whether an event tells of rows or cells of a file that are not in its version, which is processed without error. */
export const isRowLoss = ({ code }: Pick<EventDocument, 'code'>): boolean => codes.has(code)

/** Whether an event tells why a version could not be processed. */
export const isFailure = (event: Pick<EventDocument, 'type' | 'code'>): boolean =>
  /error/.test(event.type) && !isRowLoss(event)
