/** Keys of rows that have no id of their own, in their order: a row that is moved keeps its key, so that its fields stay its fields. */
export type RowKeys = readonly number[]

const after = (keys: RowKeys): number => Math.max(-1, ...keys) + 1

/** Keys for `count` rows; rows that were added or removed by other means change the end. */
export function keysFor(keys: RowKeys, count: number): RowKeys {
  if (keys.length === count) return keys
  if (keys.length > count) return keys.slice(0, count)
  const first = after(keys)
  return [...keys, ...Array.from({ length: count - keys.length }, (_, at) => first + at)]
}

export function keysMoved(keys: RowKeys, from: number, to: number): RowKeys {
  return keys.toSpliced(from, 1).toSpliced(to, 0, ...keys.slice(from, from + 1))
}

export function keysWithout(keys: RowKeys, at: number): RowKeys {
  return keys.toSpliced(at, 1)
}
