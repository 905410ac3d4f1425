/** Natural order in JavaScript for code that is shown: enough for keys of letters, digits, `-` and `_`. */
export const NATURAL_COMPARE = `function naturalCompare(left, right) {
  const a = left.match(/\\d+|\\D/gu) ?? []
  const b = right.match(/\\d+|\\D/gu) ?? []
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const bothNumbers = /^[1-9]/.test(a[i]) && /^[1-9]/.test(b[i])
    const order = bothNumbers ? Number(a[i]) - Number(b[i]) : a[i] < b[i] ? -1 : a[i] > b[i] ? 1 : 0
    if (order !== 0) return order
  }
  return a.length - b.length
}`
