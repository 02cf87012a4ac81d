import { expect, test } from 'vitest'
import { choiceQuery, defaultFlagQuery, flagQuery, textQuery } from '../../../worker/schema/query-parameters'

const query = textQuery({ text: '' })
  .extend(flagQuery({ flag: '' }).shape)
  .extend(defaultFlagQuery({ usual: '' }).shape)
  .extend(choiceQuery({ choice: '' }).shape)

test.each([
  [undefined, { flag: false, usual: true, choice: undefined }],
  ['', { flag: false, usual: true, choice: undefined }],
  ['true', { flag: true, usual: true, choice: true }],
  ['false', { flag: false, usual: false, choice: false }],
  ['1', { flag: false, usual: true, choice: undefined }],
  ['TRUE', { flag: false, usual: true, choice: undefined }],
])('a parameter %j is accepted as text, as a flag and as a choice', (text, expected) => {
  const sent = text === undefined ? {} : { text, flag: text, usual: text, choice: text }
  expect(query.parse(sent)).toEqual({ ...expected, ...(text === undefined ? {} : { text }) })
})
