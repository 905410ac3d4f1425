/** What a mistyped word was to be, and what else there is. */
export function likeliest(word: string, known: readonly string[]): string {
  const near = known
    .map((each) => ({ each, distance: distanceOf(word.toLowerCase().slice(0, 60), each.toLowerCase()) }))
    .filter(({ each, distance }) => distance <= Math.max(1, Math.floor(each.length / 3)))
    .sort((a, b) => a.distance - b.distance)[0]
  if (near !== undefined) return `Did you mean ${near.each}?`
  return known.length === 0 ? 'Leave it out.' : `Known are ${known.join(', ')}.`
}

/** Letters to add, to drop or to replace. */
function distanceOf(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = row
  }
  return before[b.length] ?? a.length
}
