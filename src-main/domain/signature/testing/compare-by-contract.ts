import { encodeUtf8 } from '#lib/bytes/utf8'

/** Contract 2.4 step by step on bytes, comparing at two moving positions; shares no code with `naturalKey`. */
export const compareByContract = (left: string, right: string): -1 | 0 | 1 => {
  const a = [...encodeUtf8(left)]
  const b = [...encodeUtf8(right)]
  const sign = (difference: number): -1 | 0 | 1 => (difference < 0 ? -1 : difference > 0 ? 1 : 0)
  const digit = (byte: number | undefined): byte is number => byte !== undefined && byte >= 48 && byte <= 57
  const space = (byte: number | undefined): boolean =>
    byte !== undefined && [32, 9, 10, 11, 12, 13].includes(byte)

  if (a.length === 0 || b.length === 0) return sign(a.length - b.length)
  while (a[0] === 48 && digit(a[1])) a.shift()
  while (b[0] === 48 && digit(b[1])) b.shift()
  for (;;) {
    while (space(a[0])) a.shift()
    while (space(b[0])) b.shift()
    if (digit(a[0]) && digit(b[0])) {
      const leftAligned = a[0] === 48 || b[0] === 48
      let firstDifference = 0
      while (digit(a[0]) && digit(b[0])) {
        if (firstDifference === 0) firstDifference = a[0] - b[0]
        if (leftAligned && firstDifference !== 0) return sign(firstDifference)
        a.shift()
        b.shift()
      }
      if (digit(a[0])) return 1
      if (digit(b[0])) return -1
      if (firstDifference !== 0) return sign(firstDifference)
      if (a.length === 0 || b.length === 0) return sign(a.length - b.length)
    }
    const difference = (a.shift() ?? 0) - (b.shift() ?? 0)
    if (difference !== 0) return sign(difference)
    if (a.length === 0 || b.length === 0) return sign(a.length - b.length)
  }
}
