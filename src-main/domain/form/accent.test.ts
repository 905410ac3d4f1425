import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentColours, withAccent } from './accent'

const channel = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** The contrast ratio of WCAG 2.2. */
function contrast(...colours: readonly [string, string]): number {
  const [dark = 0, light = 0] = colours
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
        channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const accents = fc.stringMatching(/^#[\da-f]{6}$/)

it('text in accent colours can be read in both schemes, whatever the accent', () => {
  fc.assert(
    fc.property(accents, (accent) => {
      const colours = accentColours(accent)
      const pairs = [
        ['acc', '#ffffff'],
        ['acc-dark', '#ffffff'],
        ['acc-text', colours['tint'] ?? ''],
        ['acc-text', '#ffffff'],
        ['acc-text', '#fbf7f0'],
        ['acc-text-dark', colours['tint-dark'] ?? ''],
        ['acc-text-dark', '#1d1f23'],
        ['acc-text-dark', '#221e1b'],
      ] as const
      expect(contrast(colours['acc-dark'] ?? '', '#1d1f23')).toBeGreaterThanOrEqual(3)
      for (const [name, background] of pairs)
        expect([name, contrast(colours[name] ?? '', background) >= 4.5]).toEqual([name, true])
    }),
  )
})

it('a readable accent is kept, and replaces the placeholders of a style sheet', () => {
  expect(withAccent('a{color:$acc;b:$acc-text;c:$tint;d:$other}', '#17606b')).toBe(
    'a{color:#17606b;b:#17606b;c:#eff4f5;d:$other}',
  )
})
