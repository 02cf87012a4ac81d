/** Jobs of the service, by the names that revisions have: the copy of the rows of a file, the deletion of expired rows. */
const jobs: ReadonlySet<string> = new Set(['processing', 'cron'])

/** The name of the author of a change, or what the service is called as one. Pure. */
export const authorText = (say: (key: 'serviceAuthor') => string, author: string): string =>
  jobs.has(author) ? say('serviceAuthor') : author
