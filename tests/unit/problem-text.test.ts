/** Texts of problems. */
import { expect, test } from 'vitest'
import { describe, type Language, type ProblemParam } from '../../worker/errors'

const cells = (params: Record<string, ProblemParam>, language: Language) =>
  describe({ code: 'extra-cells-dropped', params }, language)

test('one thing is counted in the singular, others in the plural', () => {
  expect(cells({ count: 1, line: 7 }, 'en')).toBe('A cell beyond the last header, in row 7 of the file, was left out.')
  expect(cells({ count: 2, line: 7 }, 'en')).toBe(
    '2 cells beyond the last header were left out, the first in row 7 of the file.',
  )
  expect(cells({ count: 1, line: 7 }, 'fr')).toContain('a été ignorée')
  expect(cells({ count: 30, line: 7 }, 'fr')).toContain('ont été ignorées')
})

test('a text without forms is the same for any count', () => {
  for (const count of [1, 2])
    expect(describe({ code: 'cells-emptied', params: { count, examples: '' } }, 'en')).toBe(
      `Values left empty because they do not match the type of their column: ${count}.`,
    )
})
