/** The log has one line for each run that failed, without the content of its file. */
import { afterEach, expect, test, vi } from 'vitest'
import { handleDeadLetter } from '../../queues/dead-letters'
import { Pipeline } from '../support/pipeline'

afterEach(() => vi.restoreAllMocks())

type Line = { level: string; message: string } & Record<string, unknown>

function logged(): () => Line[] {
  const spies = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
  return () => {
    const lines = spies.flatMap((spy) => spy.mock.calls.map(([line]): Line => JSON.parse(String(line))))
    return lines.filter(({ level, message }) => level !== 'info' || message === 'run failed')
  }
}

test('a file that is refused', async () => {
  const lines = logged()
  const pipeline = new Pipeline()
  const id = await pipeline.create('name,name\nthe secret,1\n')
  const [message] = pipeline.queue.messages
  await pipeline.settle()
  expect(lines()).toMatchObject([
    {
      level: 'warn',
      message: 'run failed',
      run: message && 'run' in message && message.run,
      dataset: id,
      stage: 'analyze',
    },
  ])
  expect(lines()[0]).toHaveProperty('code')
  expect(JSON.stringify(lines())).not.toContain('secret')
})

test('a run that the platform failed', async () => {
  const lines = logged()
  const pipeline = new Pipeline()
  const id = await pipeline.create('name\nquay\n')
  const [message] = pipeline.queue.messages
  if (!message) throw new Error('nothing was sent')
  await handleDeadLetter(pipeline.ctx, message)
  expect(lines()).toMatchObject([{ level: 'error', message: 'run failed', dataset: id, code: 'processing-failed' }])
})

test('a run that succeeds', async () => {
  const lines = logged()
  const pipeline = new Pipeline()
  await pipeline.create('name\nquay\n')
  await pipeline.settle()
  expect(lines()).toEqual([])
})
