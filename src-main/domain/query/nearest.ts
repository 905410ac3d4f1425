/**
 * The name that a mistyped one most likely means, or null where none is close.
 * A name that begins with what was typed counts as close.
 */
export function nearestName(names: readonly string[], typed: string): string | null {
  const wanted = typed.toLowerCase().slice(0, 60)
  if (wanted === '') return null
  const continued = names.find((name) => name.toLowerCase().startsWith(wanted))
  if (continued !== undefined) return continued

  let nearest: string | null = null
  let best = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance < best) {
      best = distance
      nearest = name
    }
  }
  return nearest
}

/** Number of letters to insert, remove, replace or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  const at = (row: readonly number[] | undefined, index: number): number => row?.[index] ?? 0
  let beforeLast: readonly number[] | undefined
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, at(beforeLast, j - 2) + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}
