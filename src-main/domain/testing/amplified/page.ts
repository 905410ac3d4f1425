import { hostileJson } from './json'
import { hostileText, pick, spread, type Random } from './random'

const PIECES = [
  '<form>', '<form ', '</form>', '<form action="//x/payment">', '<input ', '<input name=a value=b>', '<a ', '<a href=', '<a href="', '<iframe src =',
  'src =', ' src', ' href = ', "'", '"payment_id"', '"payment_id": 1, ', '{"a":', '{', '}', 'id="form-state">', ' ', '&#43;', '/payment', '?payment_id=',
  '<script>', '</script>', '/merchant.js', '<!--', '\0',
] as const // prettier-ignore

/** A page of a merchant of at most `maxBytes` bytes: tags, attributes and braces that begin and do not end. */
export const hostilePage = (random: Random, maxBytes: number): string => {
  if (random() < 0.2) return hostileJson(random, maxBytes)
  if (random() < 0.1) return hostileText(random, maxBytes)
  const piece = pick(random, PIECES) + (random() < 0.5 ? pick(random, PIECES) : '')
  const start = random() < 0.5 ? pick(random, PIECES) : ''
  return (start + piece.repeat(spread(random, Math.floor(maxBytes / piece.length)))).slice(0, maxBytes)
}
