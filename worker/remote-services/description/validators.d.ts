/** A validator compiled by ajv: `errors` are those of the last call. */
type Validate = {
  (document: unknown): boolean
  errors?: { instancePath: string; message?: string; params: Record<string, unknown> }[] | null
}

/** OpenAPI 3.0 and 3.1. */
export const validate30: Validate
export const validate31: Validate
