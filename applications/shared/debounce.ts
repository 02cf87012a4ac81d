import { useEffect, useState } from 'preact/hooks'

/** Long enough for the next key, short enough not to be felt. */
const delayMs = 250

/** Debounces a value: a search starts when typing pauses, not at each letter. */
export function useDelayed(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
