/** Puts an entry last into a map that keeps the newest `most` entries, and drops the oldest where it has more. */
export function putNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next()
  if (map.size > most && oldest.done !== true) map.delete(oldest.value)
}
