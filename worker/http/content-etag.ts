import { withEtag } from './respond'

/** Identifies a value: the ETag of the response that has it as its content. */
export const contentEtag = (content: unknown): string => withEtag(JSON.stringify(content)).etag
