import { useEffect, useState } from 'preact/hooks'
import { reportDrawn } from './capture'

/** The state of data that is read again whenever `key` changes. `data` is the last one until the next one is there. */
type Loading<Data> = {
  data: Data | undefined
  error: unknown
  isLoading: boolean
  retry: () => void
}

export function useLoaded<Data>(key: string, read: (signal: AbortSignal) => Promise<Data>): Loading<Data> {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<Omit<Loading<Data>, 'retry'>>({
    data: undefined,
    error: undefined,
    isLoading: true,
  })
  // `key` names everything that `read` depends on.
  useEffect(() => {
    const abort = new AbortController()
    setState((before) => ({ ...before, isLoading: true }))
    read(abort.signal).then(
      (data) => {
        if (!abort.signal.aborted) setState({ data, error: undefined, isLoading: false })
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        setState({ data: undefined, error, isLoading: false })
        reportDrawn()
      },
    )
    return () => abort.abort()
  }, [key, attempt])
  return { ...state, retry: () => setAttempt(attempt + 1) }
}
