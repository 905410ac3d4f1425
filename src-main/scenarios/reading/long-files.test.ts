import { expect, it } from 'vitest'
import { isLinear } from '#core/testing/growth'
import { withReferences } from '#scenarios/vocabulary/fields'
import { readScenario } from './read-scenario'

const copies = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join('')
const STEPS = 'name: A\nsteps:\n'

it.each<readonly [string, number, (count: number) => string]>([
  ['keys of a map', 2_000, (count) => `a:\n${copies(count, (n) => ` k${n}: 1\n`)}`],
  ['keys in braces', 2_000, (count) => `{${copies(count, (n) => `k${n}: 1,`)}}`],
  ['aliases', 1_000, (count) => `a: &a 1\nb: [${copies(count, () => '*a, ')}]\n`],
  [
    'anchors',
    1_000,
    (count) => `a: [${copies(count, (n) => `&a${n} 1, `)}${copies(count, (n) => `*a${n}, `)}]\n`,
  ],
  ['unknown names', 2_000, (count) => `name: A\n${copies(count, (n) => `k${n}: 1\n`)}`],
  ['unknown members of a step', 2_000, (count) => `${STEPS}  - {${copies(count, (n) => `k${n}: 1,`)}}\n`],
  [
    'unknown words',
    1_000,
    (count) => `${STEPS}  - expect payment: {status: {one-of: [${copies(count, (n) => `w${n},`)}]}}\n`,
  ],
  ['unclosed references', 8_000, (count) => `${STEPS}  - sale: {as: o, amount: "${'${'.repeat(count)}"}\n`],
  ['tags', 2_000, (count) => `a: [${copies(count, (n) => `!t${n} 1, `)}]\n`],
])('reading a file with many %s takes linear time', (_what, count, textOf) => {
  expect(isLinear(readScenario, textOf, count)).toBe(true)
})

it('unclosed references are left as written, in linear time', () => {
  const fill = (text: string): string => withReferences(text, () => 'x')
  expect(fill('a ${b} ${c')).toBe('a x ${c')
  expect(isLinear(fill, (count) => '${'.repeat(count), 8_000)).toBe(true)
})

it('at most 100 mistakes in a file are reported', () => {
  for (const text of [copies(5_000, () => 'k: 1\n'), `name: A\n${copies(5_000, (n) => `k${n}: 1\n`)}`]) {
    const reading = readScenario(text)
    expect(reading.ok ? 0 : reading.problems.length).toBe(100)
  }
})
