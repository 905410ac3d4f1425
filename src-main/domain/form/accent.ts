import type { FormTheme } from './settings'

type Colour = readonly [red: number, green: number, blue: number]

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]
/** The backgrounds of the form in the dark scheme and of the demo shop in the light one. */
const NIGHT: Colour = [29, 31, 35]
const PAPER: Colour = [251, 247, 240]

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const READABLE = 4.5
const VISIBLE = 3

const STEPS = 50

/** Replaces the placeholders of a style sheet, such as `$acc-text`, with the {@link accentColours}. */
export function withAccent(css: string, accent: string): string {
  const colours = accentColours(accent)
  return css.replace(/\$([a-z-]+)/g, (name, key: string) => colours[key] ?? name)
}

const DARK = /@media (?:([^{}]*) and )?\(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*)\}/g

/** The style sheet without its rules for dark systems (`light`), or with those rules on every system (`dark`). */
export function inTheme(css: string, theme: FormTheme): string {
  if (theme === 'auto') return css
  return css
    .replace(DARK, (_whole, condition: string | undefined, rules: string) =>
      theme === 'light' ? '' : condition === undefined ? rules : `@media ${condition}{${rules}}`,
    )
    .replaceAll('color-scheme:light dark', `color-scheme:${theme}`)
}

/** `acc`: areas under white text; `acc-text`: text, rings; `tint`: background; all readable. Dark scheme: `-dark`. */
export function accentColours(accent: string): Readonly<Partial<Record<string, string>>> {
  const given: Colour = [
    Number.parseInt(accent.slice(1, 3), 16),
    Number.parseInt(accent.slice(3, 5), 16),
    Number.parseInt(accent.slice(5, 7), 16),
  ]
  const tint = mix(WHITE, given, 0.07)
  const fill = readableStep(given, WHITE, BLACK)
  const colours = {
    acc: fill,
    'acc-dark':
      steps(fill, WHITE).find(
        (step) => contrast(step, NIGHT) >= VISIBLE && contrast(step, WHITE) >= READABLE,
      ) ?? fill,
    'acc-text': readableStep(given, luminance(tint) < luminance(PAPER) ? tint : PAPER, BLACK),
    'acc-text-dark': readableStep(given, NIGHT, WHITE),
    tint,
    'tint-dark': mix(BLACK, NIGHT, 0.75),
  }
  const hex = (colour: Colour): string => colour.map((part) => part.toString(16).padStart(2, '0')).join('')
  return Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, `#${hex(colour)}`]))
}

/** The first step from `colour` to `end` that contrasts enough with `background`, whichever is the text. */
function readableStep(colour: Colour, background: Colour, end: Colour): Colour {
  return steps(colour, end).find((step) => contrast(step, background) >= READABLE) ?? end
}

const steps = (colour: Colour, end: Colour): readonly Colour[] =>
  Array.from({ length: STEPS }, (_, step) => mix(colour, end, step / STEPS))

function mix(from: Colour, to: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2): number => Math.round(from[at] + (to[at] - from[at]) * share)
  return [part(0), part(1), part(2)]
}

function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
