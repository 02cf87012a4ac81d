/** The closed table: code, status, and what to say, in both languages. French keeps the fragments that contract §9.4 names. */
import { accessProblems } from './access'
import { linesProblems } from './lines'
import { processingProblems } from './processing'
import { requestProblems } from './request'
import { serviceProblems } from './service'
import { stateProblems } from './state'

export const problems = {
  ...accessProblems,
  ...requestProblems,
  ...stateProblems,
  ...linesProblems,
  ...processingProblems,
  ...serviceProblems,
}
