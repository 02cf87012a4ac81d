import { sealed } from './respond'

/** Identifies a value: the ETag of the response that has it as its content. */
export const contentTag = (content: unknown): string => sealed(JSON.stringify(content)).etag
