/** A card number of 16 digits with a valid check digit; a different one for every `n`. */
export function luhnNumber(n: number): string {
  const body = `45390${String(48_271_903 + n * 7_919).padStart(8, '0')}${String(n % 100).padStart(2, '0')}`
  const digits = Array.from({ length: 10 }, (_, digit) => `${body}${String(digit)}`)
  const number = digits.find((candidate) => luhnSum(candidate) % 10 === 0)
  if (number === undefined) throw new Error(`There is no check digit for ${body}`)
  return number
}

function luhnSum(digits: string): number {
  return Array.from(digits)
    .reverse()
    .reduce((sum, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return sum + (value > 9 ? value - 9 : value)
    }, 0)
}

/** How a number may be written: bare, in groups with a separator, percent-encoded, as JSON escapes, or in base64. */
export function writtenForms(digits: string): readonly string[] {
  const groups = digits.match(/\d{1,4}/g) ?? []
  const separators = [' ', '-', '+', '%20', '%2D', '\\u0020', '\u00a0', '.']
  const all = [digits, ...separators.map((separator) => groups.join(separator))]
  return [
    ...all,
    Array.from(digits, (digit) => `%3${digit}`).join(''),
    Array.from(digits, (digit) => `\\u003${digit}`).join(''),
    ...[digits, groups.join(' ')].flatMap(base64Forms),
  ]
}

/** The base64 characters that always encode this text, for each of the three offsets at which it can begin. */
function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${'\0'.repeat(before)}${text}`)
      .toString('base64')
      .replace(/=+$/, '')
    return encoded.slice(before === 0 ? 0 : before + 1, -2)
  })
}
