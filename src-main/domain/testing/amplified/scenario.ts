import { hostileText, pick, spread, type Random } from './random'

/** Lines and members of a scenario file: each is repeated, numbered or nested. `N` becomes a number. */
const PIECES = [
  'kN: 1\n', 'k: 1\n', '{kN: 1, ', 'a: [&aN 1, *aN]\n', '- *a\n', '[*a, *a, ', '&aN ', '!tN 1\n', '!!t ', '? ', ': ', '[', '{',
  '- ', '"\\q', "'", '${', '"${order.N}"\n', '|\n ', '#\n', '\t', '---\n', '...\n', '%TAG !N! a\n', '\r', ' \n',
  '  - sale: {as: oN, amount: 1.00 EUR}\n', '  - expect payment: {of: o, status: wN}\n', '  - saleN: {}\n',
] as const // prettier-ignore

const HEADS = ['', 'name: A\nsteps:\n', 'name: A\na: &a [x, y]\nsteps:\n', 'name: A\nvariables: {', 'name: A\ngiven: {project: {switches: {'] as const // prettier-ignore

/** The text of a scenario file of at most `maxChars` characters: keys, aliases, anchors, tags, references and brackets, over and over. */
export const hostileScenario = (random: Random, maxChars: number): string => {
  const head = pick(random, HEADS)
  if (random() < 0.1) return (head + hostileText(random, maxChars)).slice(0, maxChars)
  const piece = pick(random, PIECES) + (random() < 0.3 ? pick(random, PIECES) : '')
  const count = spread(random, Math.floor(maxChars / piece.length))
  return (head + Array.from({ length: count }, (_, n) => piece.replaceAll('N', String(n))).join('')).slice(
    0,
    maxChars,
  )
}

/** Expressions whose time grows with a power of the text, or doubles with each of its characters. */
const EXPRESSIONS = [
  '^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*)*x$', '^(\\w+\\s?)*$', '(a*)*b', 'a*a*a*a*b', '(?=(a+))\\1+b', '^((a?){20}){20}b$', '(a{1,9}){1,9}b',
] as const // prettier-ignore

/** An expression of a scenario, between slashes, and a text that it takes long for. */
export const hostileExpression = (
  random: Random,
): { readonly expression: string; readonly text: string } => ({
  expression: `/${pick(random, EXPRESSIONS)}/`,
  text: `${'a'.repeat(20 + spread(random, 20_000))}!`,
})
