/** Row that a key moves to; null where the key moves nothing. */
export function movedRow(key: string, row: number, count: number, pageRows: number): number | null {
  if (count === 0) return null
  const within = (wanted: number): number => Math.min(count - 1, Math.max(0, wanted))
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return within(row + 1)
    case 'ArrowUp':
    case 'k':
      return within(row < 0 ? 0 : row - 1)
    case 'PageDown':
      return within(row + pageRows)
    case 'PageUp':
      return within(row - pageRows)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
