import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../../../http/env'
import { documented, problemResponses } from '../../../http/openapi'
import { addRoute } from '../../../http/route'
import { limits } from '../../../limits'
import { parseWords, readWords } from '../../../lines/aggregate/word-counts'
import { textQuery } from '../../../schema/query-parameters'
import { answerAggregation } from './answer-aggregation'
import { ignoredHints, metaSchema, withHints } from './hints'

/** The route of frequent words. */
export const wordsRoutes = new OpenAPIHono<HttpEnv>()

addRoute(
  wordsRoutes,
  {
    method: 'get',
    path: '/{id}/words_agg',
    operationId: 'getWordsAgg',
    tags: ['Lines'],
    summary: 'Count the words of a text field',
    description: `In a sample of ${limits.lines.sampledLines} lines. The field must allow it (\`textAgg\` of its capabilities).`,
    params: z.object({ id: z.string().openapi({ example: 'bike-racks' }) }),
    query: textQuery({
      field: 'Field whose words are counted.',
      q: 'Only lines with these words: the words that they have more often than all lines come first. Every filter of `lines` applies too.',
      size: `Words: ${limits.lines.defaultBuckets} by default, ${limits.lines.maxWords} at most.`,
      draft: 'true: the lines of the draft.',
    }),
    responses: {
      200: documented('Words', {
        total: z.number().int(),
        sample: z.number().int(),
        results: z.array(z.object({ word: z.string(), total: z.number().int(), score: z.number().optional() })),
        meta: metaSchema,
      }),
      ...problemResponses(400, 403, 404, 409),
    },
  },
  ({ ctx, request, params: { id } }) =>
    answerAggregation({ ctx, request, id, operation: 'getWordsAgg' }, async ({ opened, params }) => {
      const { rowsRead, ...answer } = await readWords(opened.database, parseWords(params, opened.source), opened.source)
      ctx.rowsRead += rowsRead
      return JSON.stringify(withHints(answer, ignoredHints(params, opened.source.fields)))
    }),
)
