/** Keeps the results of a function. `keyOf` names everything that a result depends on; results are never undefined. */
export const memoised = <Arguments extends readonly unknown[], Result>(
  keyOf: (...args: Arguments) => string,
  compute: (...args: Arguments) => Result,
): ((...args: Arguments) => Result) => {
  const results = new Map<string, Result>()
  return (...args) => {
    const key = keyOf(...args)
    const known = results.get(key)
    if (known !== undefined) return known
    const result = compute(...args)
    results.set(key, result)
    return result
  }
}
