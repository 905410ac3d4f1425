/** Makes a function that compares two texts by their keys, with `<`. */
export const comparedBy =
  (keyOf: (text: string) => string) =>
  (left: string, right: string): -1 | 0 | 1 => {
    const leftKey = keyOf(left)
    const rightKey = keyOf(right)
    return leftKey < rightKey ? -1 : leftKey > rightKey ? 1 : 0
  }
