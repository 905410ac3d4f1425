/** Compares in time that depends only on the longer length, so that nobody can guess a signature byte by byte. */
export const equalBytes = (left: Uint8Array, right: Uint8Array): boolean => {
  const length = Math.max(left.length, right.length)
  let difference = left.length ^ right.length
  for (let at = 0; at < length; at += 1) difference |= (left[at] ?? 0) ^ (right[at] ?? 0)
  return difference === 0
}

/** Compares UTF-16 units, in constant time like {@link equalBytes}. */
export const equalTexts = (left: string, right: string): boolean => {
  const length = Math.max(left.length, right.length)
  let difference = left.length ^ right.length
  // charCodeAt past the end gives NaN, which is 0 for bitwise operators
  for (let at = 0; at < length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}
