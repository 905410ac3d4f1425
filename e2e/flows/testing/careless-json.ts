const WORDS = [
  'Zoë',
  '鲸 🐋',
  'a\\u00fcb',
  '\\/',
  '\\"',
  ' ',
  'tab\\t',
  ';',
  ':',
  'ｚ',
  '0',
  '\\ud83d\\udc0b',
]
const SPACES = ['', '', '', ' ', '\n', '\r\n\t', '  ']
const NUMBERS = ['0', '-0', '1.0', '1e3', '12345678901234567890', '0.1', '-7.50']
const KEYS = ['a', 'b', 'payment', 'general', 'id', '10', '2', 'ключ', 'sign\\u0061ture2']

/** JSON as a careless author might write it: odd spacing, repeated keys, needless escapes. */
export function careless(next: () => number): string {
  const pick = (from: readonly string[]): string => from[Math.floor(next() * from.length)] ?? ''
  const text = (): string => `"${Array.from({ length: Math.floor(next() * 4) }, () => pick(WORDS)).join('')}"`
  const value = (depth: number): string => {
    const kind = next()
    if (depth > 3 || kind < 0.4) return text()
    if (kind < 0.6) return pick(NUMBERS)
    if (kind < 0.7) return pick(['true', 'false', 'null', '{}', '[]'])
    const size = Math.floor(next() * 4)
    if (kind < 0.85) return `[${Array.from({ length: size }, () => spaced(value(depth + 1))).join(',')}]`
    return object(depth, size)
  }
  const spaced = (part: string): string => pick(SPACES) + part + pick(SPACES)
  const object = (depth: number, size: number): string =>
    `{${Array.from({ length: size }, () => `${spaced(`"${pick(KEYS)}"`)}:${spaced(value(depth + 1))}`).join(',')}}`
  return pick(SPACES) + object(0, 1 + Math.floor(next() * 5)) + pick(SPACES)
}
