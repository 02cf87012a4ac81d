/** Query parameters by what their texts mean. No value is refused here. */
import { z } from '@hono/zod-openapi'

/** Query parameters that the domain parses: here they are only documented. */
export function textQuery<Name extends string>(descriptions: Record<Name, string>) {
  return query(descriptions, text)
}

/** Query parameters that are on when they are `true`, and off with any other value. */
export function flagQuery<Name extends string>(descriptions: Record<Name, string>) {
  return query(descriptions, flag)
}

/** Query parameters that are off when they are `false`, and on with any other value. */
export function defaultFlagQuery<Name extends string>(descriptions: Record<Name, string>) {
  return query(descriptions, defaultFlag)
}

/** Query parameters that are `true` or `false`; any other value counts as absent. */
export function choiceQuery<Name extends string>(descriptions: Record<Name, string>) {
  return query(descriptions, choice)
}

const text = z.string().optional()
const flag = text.transform((value) => value === 'true')
const defaultFlag = text.transform((value) => value !== 'false')
const choice = text.transform((value) => (value === 'true' ? true : value === 'false' ? false : undefined))

function query<Name extends string, Schema extends z.ZodType>(descriptions: Record<Name, string>, schema: Schema) {
  const shape = Object.fromEntries(
    Object.entries<string>(descriptions).map(([name, description]) => [
      name,
      schema.openapi({ type: 'string', description }),
    ]),
  )
  // The keys of the shape are those of the descriptions.
  return z.object(shape as Record<Name, Schema>)
}
