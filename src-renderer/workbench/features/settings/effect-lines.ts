/** A line of one side of a comparison, or a run of lines that both sides share. */
export type EffectLine =
  | { readonly kind: 'same' | 'different'; readonly text: string }
  | { readonly kind: 'folded'; readonly count: number }

export interface EffectLines {
  readonly before: readonly EffectLine[]
  readonly after: readonly EffectLine[]
}

/** Shared lines that stay beside a difference; longer runs are folded. */
const CONTEXT = 2
/** Longer texts are shown whole, every line as different. */
const MAX_CELLS = 1_000_000

/** The lines of two texts, side by side: those that only one of them has are marked. A comma at the end of a line is no difference. */
export function effectLines(before: string, after: string): EffectLines {
  const left = before.split('\n')
  const right = after.split('\n')
  const shared = sharedLines(left.map(withoutComma), right.map(withoutComma))
  return {
    before: folded(left, new Set(shared.map(([at]) => at))),
    after: folded(right, new Set(shared.map(([, at]) => at))),
  }
}

const withoutComma = (line: string): string => line.replace(/,$/, '')

/** Places of the longest common sequence of lines. */
function sharedLines(
  left: readonly string[],
  right: readonly string[],
): readonly (readonly [number, number])[] {
  if (left.length * right.length > MAX_CELLS) return []
  const width = right.length + 1
  const lengths = new Uint32Array((left.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const shared: (readonly [number, number])[] = []
  let row = 0
  let column = 0
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) shared.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return shared
}

function folded(lines: readonly string[], shared: ReadonlySet<number>): readonly EffectLine[] {
  const isNear = (place: number): boolean => {
    for (let near = place - CONTEXT; near <= place + CONTEXT; near += 1) {
      if (near >= 0 && near < lines.length && !shared.has(near)) return true
    }
    return false
  }
  const result: EffectLine[] = []
  let hidden: string[] = []
  const unfold = (): void => {
    const [only] = hidden
    // A mark in the place of one line would say less and take as much room.
    if (hidden.length === 1 && only !== undefined) result.push({ kind: 'same', text: only })
    else if (hidden.length > 1) result.push({ kind: 'folded', count: hidden.length })
    hidden = []
  }
  lines.forEach((text, place) => {
    if (!shared.has(place) || isNear(place)) {
      unfold()
      result.push({ kind: shared.has(place) ? 'same' : 'different', text })
    } else hidden.push(text)
  })
  unfold()
  return result
}
