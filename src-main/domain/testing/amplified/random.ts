import { encodeUtf8 } from '#lib/bytes/utf8'
import { seededNumbers } from '#lib/seeded-numbers'

/** Numbers from 0 to below 1. Everything here depends on nothing else, so a seed repeats an input. */
export type Random = () => number

/** A source of numbers that the same seed repeats. */
export const seededRandom: (seed: number) => Random = seededNumbers

const below = (random: Random, limit: number): number => Math.floor(random() * limit)

export const pick = <Item>(random: Random, items: readonly [Item, ...Item[]]): Item =>
  items[below(random, items.length)] ?? items[0]

/** From 1 to `most`, small and large ones about as often: each power of two is as likely as the next. */
export const spread = (random: Random, most: number): number =>
  Math.max(1, Math.min(most, Math.floor(2 ** (random() * Math.log2(Math.max(2, most) + 1)))))

/** The budget of an input: often all of it, else any order of magnitude. */
export const budgetWithin = (random: Random, maxBytes: number): number =>
  random() < 0.4 ? maxBytes : spread(random, maxBytes)

/** What a long text is made of. Pieces that something in the bench counts, escapes, masks, splits or names. */
const PIECES = [
  'k', '0', '9', ' ', '\n', '\r\n', ';', '.', ':', '%', '&amp;', 'a%&b%', '\\', '"', '<b>', '${', '-', ',', 'é',
  '\u2028', '\u{1F600}', '4111 1111 1111 1111 ', '4000000000000077', 'true', '__proto__', 'signature',
] as const // prettier-ignore

/** At most `maxBytes` bytes of UTF-8: one or two pieces, over and over. */
export const hostileText = (random: Random, maxBytes: number): string => {
  const piece = random() < 0.7 ? pick(random, PIECES) : pick(random, PIECES) + pick(random, PIECES)
  return piece.repeat(Math.floor(budgetWithin(random, maxBytes) / encodeUtf8(piece).length))
}

/** Pieces of an input that differ before they are repeated. */
export const MAX_DIFFERENT = 64
