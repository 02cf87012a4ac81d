/** Where the values of an extension come from: another dataset, or a remote service. */
import type { ActionInput, ActionOutput, RowAnswer } from '../../remote-services'

export type ExtensionSource = {
  /** The title of the service or the dataset. */
  title: string
  /** Values that it takes; an input of a dataset may have no concept. */
  input: readonly (Omit<ActionInput, 'concept'> & { concept?: string | undefined })[]
  output: readonly ActionOutput[]
  /** Name of the error of a line, which is none of the outputs. */
  errorKey: string
  /** The number of rows that it is best sent at once; any number without it. */
  rowsAtOnce?: number
  /** The answers to rows, which have values by the names of inputs. `calls` and `saved` count requests of services. */
  answer: (rows: readonly Record<string, unknown>[]) => Promise<{ results: RowAnswer[]; calls: number; saved: number }>
}
