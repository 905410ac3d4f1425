/**
 * Whether two byte strings are equal. Takes time by the longer length only, never by where they differ,
 * so that a caller who can measure the answer cannot guess a signature byte by byte.
 */
export const equalBytes = (left: Uint8Array, right: Uint8Array): boolean => {
  const length = Math.max(left.length, right.length)
  let difference = left.length ^ right.length
  for (let at = 0; at < length; at += 1) difference |= (left[at] ?? 0) ^ (right[at] ?? 0)
  return difference === 0
}

/** Whether two texts are equal, UTF-16 unit by unit; time as for {@link equalBytes}. */
export const equalTexts = (left: string, right: string): boolean => {
  const length = Math.max(left.length, right.length)
  let difference = left.length ^ right.length
  // charCodeAt past the end gives NaN, which counts as 0 in the bitwise sum
  for (let at = 0; at < length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}
