import { useCallback, useEffect, useState } from 'react'

const SHOWN_MS = 1600

/** A value that is shown for a moment after it was set, such as "Copied"; null before and afterwards. */
export function useBriefly<Value>(): readonly [Value | null, (value: Value) => void] {
  // A new object each time: the same value set again is shown for the whole time again.
  const [shown, setShown] = useState<{ readonly value: Value } | null>(null)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const show = useCallback((value: Value) => setShown({ value }), [])
  return [shown === null ? null : shown.value, show]
}
