/** Values of requests against their schemas, with errors in both languages. Pure. */
import type { z } from '@hono/zod-openapi'
import french from 'zod/v4/locales/fr.js'
import { type Fault, problem } from './errors'

/** Validates a value with a schema. @throws `body-invalid` with all the errors */
export function checkAgainst<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const faultsOf = (issues: readonly z.core.$ZodIssue[]): Fault[] =>
    issues.map((issue) => ({ where: `/${issue.path.join('/')}`, what: issue.message }))
  const textOf = (faults: readonly Fault[]) =>
    faults.map(({ where, what }) => `data${where === '/' ? '' : where} ${what}`).join(', ')
  const faults = faultsOf(result.error.issues)
  throw problem(
    'body-invalid',
    { reason: { en: textOf(faults), fr: textOf(faultsOf(frenchIssues(schema, value))) } },
    faults,
  )
}

/** The issues of a value that a schema refuses, with their messages in French. */
export const frenchIssues = (schema: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] =>
  schema.safeParse(value, { error: frenchError }).error?.issues ?? []

const frenchError = french().localeError
