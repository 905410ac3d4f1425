import { hostileText, MAX_DIFFERENT, pick, spread, type Random } from './random'

const FIELDS = [
  'status',
  'amount',
  'project',
  'payment',
  'method',
  'path',
  'created',
  'source',
  'nothing',
] as const
const OPERATORS = [':', '=', '>', '<', '>=', '<='] as const
const WORDS = [
  'success',
  '5xx',
  '100',
  '3d',
  '2031-02',
  '"',
  '""',
  '\\',
  '-',
  '%',
  '_',
  '*',
  "'",
  'OR',
  '(',
  ')',
] as const

const filterWord = (random: Random, maxChars: number): string => {
  if (random() < 0.5) return pick(random, WORDS)
  const text = hostileText(random, maxChars)
  return random() < 0.5 ? `"${text.replaceAll(/["\\]/g, '')}"` : text
}

/** The text of a filter box, up to 200,000 characters: many words, alternatives, negations, quotation marks. */
export const hostileFilter = (random: Random): string => {
  const maxChars = 200_000
  const count = spread(random, 20_000)
  const each = spread(random, Math.max(1, Math.floor(maxChars / count)))
  const terms = Array.from({ length: Math.min(count, MAX_DIFFERENT) }, () => {
    const minus = '-'.repeat(random() < 0.3 ? spread(random, 3) : 0)
    if (random() < 0.5) return minus + filterWord(random, each)
    const values = Array.from({ length: spread(random, random() < 0.1 ? 5000 : 4) }, () =>
      filterWord(random, Math.min(each, 40)),
    )
    return `${minus}${pick(random, FIELDS)}${pick(random, OPERATORS)}${values.join(',')}`
  })
  const filter = Array.from({ length: count }, (_, at) => terms[at % terms.length] ?? '').join(' ')
  return filter.slice(0, maxChars)
}
