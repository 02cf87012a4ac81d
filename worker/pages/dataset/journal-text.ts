/** What an event of the journal says to people. The API has keys of columns, and French texts that programs read. Pure. */
import type { Dataset } from '../../datasets'
import type { JournalEntry } from '../../datasets/journal'
import { type ProblemParam, reasonOf, type StoredProblem } from '../../errors'
import { nameOf } from '../../schema/field'
import { printedText, problemText, sentenceText } from '../problem-text'
import type { View } from '../view'

type Text = {
  text: string
  /** Its details, each a sentence. */
  items: readonly string[]
}

/** The text of an event; undefined for an event without data. */
export function journalText(view: View, dataset: Dataset, { type, data, problem }: JournalEntry): Text | undefined {
  const failures = problem?.code === 'lines-not-extended' ? listOf(problem.params.failures) : []
  if (failures.length > 0) return unfilledText(view, dataset, { failures, count: Number(problem?.params.count) })
  if (problem?.code === 'structure-differs' && 'missing' in problem.params)
    return { text: differencesText(view, problem), items: [] }
  if (type === 'draft-cancelled') {
    // The label says that it was cancelled by itself.
    return problem ? { text: problemText(problem, view.language), items: [] } : undefined
  }
  return data ? { text: sentenceText(data, view.language), items: [] } : undefined
}

/** The same in one paragraph. */
export function journalSentences(view: View, dataset: Dataset, event: JournalEntry): string | undefined {
  const said = journalText(view, dataset, event)
  return said && [said.text, ...said.items].join(' ')
}

const listOf = (param: ProblemParam | undefined): readonly StoredProblem[] => (Array.isArray(param) ? param : [])

/** Why rows of a file have no values of computed columns: columns that the file lacks, else the reasons of the first rows. */
function unfilledText(
  view: View,
  dataset: Dataset,
  { failures, count }: { failures: readonly StoredProblem[]; count: number },
): Text {
  const { say, language, number } = view
  const title = titlesOf(dataset)
  const lacked = Map.groupBy(
    failures.flatMap((failure) => {
      const [, missing] = /^undefined variable: (.+)$/.exec(reasonOf(failure).en) ?? []
      return missing === undefined ? [] : [{ column: columnOf(failure), missing }]
    }),
    ({ column }) => column,
  )
  if (lacked.size > 0) {
    const items = [...lacked].map(([column, missing]) => {
      const columns = [...new Set(missing.map((one) => title(one.missing)))].join(', ')
      return say('formulaLacks', { title: title(column), columns })
    })
    return { text: say('formulasBroken'), items }
  }
  const items = failures.map((failure) => {
    const reason = printedText(reasonOf(failure)[language].replace(/\.$/, ''), language)
    return say('rowFailure', { title: title(columnOf(failure)), row: String(failure.params.line ?? ''), reason })
  })
  const others = count - failures.length
  return {
    text: say('filledNot', { count, rows: number(count) }),
    items: others > 0 ? [...items, say('lossesMore', { count: others })] : items,
  }
}

/** The key of a computed column, or the prefix of those that another dataset fills. */
const columnOf = ({ params }: StoredProblem): string => String(params.column ?? params.prefix)

/** The titles of columns by key, also of computed ones that no version has yet. */
function titlesOf({ metadata, published, draft }: Dataset): (key: string) => string {
  const computed = metadata.extensions?.flatMap((one) => (one.type === 'exprEval' ? [one.property] : [])) ?? []
  const titles = new Map([
    ...computed.map(({ key, title }) => [key, title || key] as const),
    ...[...(draft?.schema ?? []), ...published.schema].map((field) => [field.key, nameOf(field)] as const),
  ])
  return (key) => titles.get(key) ?? key
}

function differencesText({ say }: View, { params }: StoredProblem): string {
  const kinds = [
    ['columnsNotFound', params.missing],
    ['columnsFound', params.added],
    ['columnsOfOtherType', params.changed],
  ] as const
  return kinds.flatMap(([key, columns]) => (columns ? [say(key, { columns: String(columns) })] : [])).join(' ')
}
