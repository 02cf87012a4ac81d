import { DurableObject } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { createContext } from '../../create-context'
import { tables } from '../../db/client'
import { Problem, problem, type StoredProblem } from '../../errors'
import { limits } from '../../limits'
import { assemble } from './assemble'
import type { Checksum } from './checksum'
import { receive } from './receive'
import { type UploadState, UploadStore } from './upload-store'

/**
 * The result of a call: an error is returned with its code, because an exception across the RPC boundary would lose it.
 */
export type RpcResult<Result> = { result: Result } | { refused: StoredProblem }

type Adding = { reader: ReadableStreamDefaultReader<Uint8Array>; overtaken: boolean }

/**
 * A resumable upload. Requests that change it run one at a time. A new request that appends aborts the previous one,
 * whose client may have disconnected. No state is held in memory between two requests.
 */
export class Upload extends DurableObject<Env> {
  readonly #store = new UploadStore(this.ctx.storage)
  #adding: Adding | undefined
  /** Settles after all earlier requests. */
  #turn: Promise<unknown> = Promise.resolve()

  /** Starts the upload, which removes itself when it expires. */
  async begin(
    description: Pick<UploadState, 'object' | 'name' | 'owner' | 'length' | 'metadata' | 'createdAt'>,
  ): Promise<UploadState> {
    const state: UploadState = {
      ...description,
      expiresAt: expiry(description.createdAt, description.createdAt),
      offset: 0,
      parts: 0,
    }
    this.#store.state = state
    await this.ctx.storage.setAlarm(state.expiresAt)
    return state
  }

  /** Undefined when the upload has ended. */
  read(): UploadState | undefined {
    return this.#store.state
  }

  /** Appends bytes at an offset. Errors: `upload-gone`, `upload-offset-conflict`, and those of `receive`. */
  append(input: {
    offset: number
    body: ReadableStream<Uint8Array> | null
    checksum: Checksum | undefined
  }): Promise<RpcResult<UploadState>> {
    return answer(async () => {
      this.#stateAt(input.offset)
      if (!input.body) return this.#stateAt(input.offset)
      const mine: Adding = { reader: input.body.getReader(), overtaken: false }
      this.#stopAdding()
      this.#adding = mine
      return this.#inTurn(async () => {
        try {
          if (mine.overtaken) throw problem('upload-overtaken')
          const state = this.#stateAt(input.offset)
          return await receive({
            store: this.#store,
            bucket: this.env.FILES,
            state,
            reader: mine.reader,
            checksum: input.checksum,
            isOvertaken: () => mine.overtaken,
            expiresAt: expiry(state.createdAt, this.#context().now().getTime()),
          })
        } finally {
          if (this.#adding === mine) this.#adding = undefined
          mine.reader.cancel().catch(() => {})
        }
      })
    })
  }

  /** Assembles the object of a complete upload. Errors: `upload-gone`, `upload-unfinished`, `file-empty`. */
  finish(): Promise<RpcResult<UploadState & { md5: string }>> {
    return answer(() =>
      this.#inTurn(() => {
        const state = this.#store.state
        if (!state) throw problem('upload-gone')
        return assemble(this.#store, this.env.FILES, state)
      }),
    )
  }

  /** Ends the upload. The object is discarded unless a dataset uses it. */
  async remove(): Promise<void> {
    this.#stopAdding()
    await this.#inTurn(async () => {
      const state = this.#store.state
      if (!state) return
      const ctx = this.#context()
      if (state.multipart && state.md5 === undefined) {
        // R2 also aborts unfinished multipart uploads itself, later.
        await this.env.FILES.resumeMultipartUpload(state.object, state.multipart)
          .abort()
          .catch((error: unknown) => ctx.log('warn', 'a multipart upload was not aborted', { error: String(error) }))
      }
      const { discards } = tables
      await ctx.db
        .update(discards)
        .set({ notBefore: ctx.now().getTime() + limits.uploads.dropRemovedAfterMs })
        .where(and(eq(discards.kind, 'file'), eq(discards.name, state.object)))
      await this.#store.clear()
    })
  }

  override async alarm(): Promise<void> {
    const state = this.#store.state
    if (!state) return
    if (state.expiresAt > this.#context().now().getTime()) await this.ctx.storage.setAlarm(state.expiresAt)
    else await this.remove()
  }

  #stateAt(offset: number): UploadState {
    const state = this.#store.state
    if (!state) throw problem('upload-gone')
    if (state.offset !== offset) throw problem('upload-offset-conflict', { offset: state.offset })
    return state
  }

  #stopAdding(): void {
    if (!this.#adding) return
    this.#adding.overtaken = true
    this.#adding.reader.cancel().catch(() => {})
  }

  #inTurn<Result>(operation: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(operation)
    this.#turn = done.catch(() => {})
    return done
  }

  #context(): Context {
    return createContext(this.env, {
      identity: { actor: { type: 'system', job: 'uploads' } },
      requestId: this.ctx.id.toString(),
    })
  }
}

/** Each append extends the lifetime of an upload, up to the time that R2 keeps unfinished parts. */
function expiry(createdAt: number, now: number): number {
  return Math.min(now + limits.uploads.expireAfterMs, createdAt + limits.uploads.maxAgeMs)
}

async function answer<Result>(operation: () => Promise<Result>): Promise<RpcResult<Result>> {
  try {
    return { result: await operation() }
  } catch (error) {
    if (error instanceof Problem) return { refused: { code: error.code, params: error.params } }
    throw error
  }
}
