/** A line of the reference with its place in the other string to sign. */
export interface ComparedLine {
  readonly number: number
  readonly line: string
  /** From 1; null where the other string has no such line. */
  readonly theirNumber: number | null
  /** The other line where it has the same path and another value. */
  readonly theirLine: string | null
  readonly state: 'same' | 'moved' | 'changed' | 'missing'
}

/** The reference's lines beside another string's, and those that only the other has. */
export interface Comparison {
  readonly lines: readonly ComparedLine[]
  readonly added: readonly { readonly number: number; readonly line: string }[]
}

/** Finds every line of the reference in the other string: the same line, else one with its path. */
export function compareLines(
  ours: readonly { readonly path: string; readonly line: string }[],
  theirs: readonly string[],
): Comparison {
  const free = new Map<string, number[]>()
  theirs.forEach((line, index) => {
    const places = free.get(line)
    if (places === undefined) free.set(line, [index])
    else places.push(index)
  })
  const taken = new Set<number>()
  const take = (index: number | undefined): number | null => {
    if (index === undefined) return null
    taken.add(index)
    return index
  }
  const exact = ours.map(({ line }) => take(free.get(line)?.shift()))
  const byPath = new Map<string, number>()
  theirs.forEach((line, index) => {
    if (taken.has(index)) return
    for (const path of pathsOf(line)) if (!byPath.has(path)) byPath.set(path, index)
  })
  const found = ours.map(({ path }, index) => {
    const at = exact[index] ?? null
    if (at !== null) return { at, changed: false }
    const other = byPath.get(path)
    return other === undefined || taken.has(other) ? null : { at: take(other) ?? other, changed: true }
  })
  const steady = longestRise(found.flatMap((each) => (each === null ? [] : [each.at])))
  const lines = ours.map(({ line }, index): ComparedLine => {
    const place = found[index] ?? null
    const shared = { number: index + 1, line }
    if (place === null) return { ...shared, theirNumber: null, theirLine: null, state: 'missing' }
    return {
      ...shared,
      theirNumber: place.at + 1,
      theirLine: place.changed ? (theirs[place.at] ?? null) : null,
      state: place.changed ? 'changed' : steady.has(place.at) ? 'same' : 'moved',
    }
  })
  const added = theirs.flatMap((line, index) => (taken.has(index) ? [] : [{ number: index + 1, line }]))
  return { lines, added }
}

/** What may be the path of a line: everything before one of its separators. */
function pathsOf(line: string): readonly string[] {
  const paths: string[] = []
  for (let at = 0; at < line.length && paths.length < 12; at += 1) {
    if (line[at] === ':' || line[at] === '=') paths.unshift(line.slice(0, at))
  }
  return paths
}

/** The greatest set of places that rise in this order: the lines that kept their order among themselves. */
function longestRise(places: readonly number[]): ReadonlySet<number> {
  const tails: number[] = []
  const before: number[] = places.map(() => -1)
  places.forEach((place, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[tails[middle] ?? 0] ?? 0) < place) low = middle + 1
      else high = middle
    }
    before[index] = low === 0 ? -1 : (tails[low - 1] ?? -1)
    tails[low] = index
  })
  const rise = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rise.add(places[at] ?? -1)
  return rise
}
