import type { Context } from '../../worker/context'

/** Time left for one delivery. */
export type Deadline = { isOver: () => boolean }

export function deadline(ctx: Pick<Context, 'now'>, ms: number): Deadline {
  const end = ctx.now().getTime() + ms
  return { isOver: () => ctx.now().getTime() > end }
}
