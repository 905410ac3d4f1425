/**
 * Styles for old browsers: design tokens become plain values. A rule or media block whose values differ in the dark
 * scheme is followed directly by one for that scheme, so that the order of the cascade stays the same.
 */
import { withPlainColours } from './colour.mjs'

/** @typedef {{property: string, value: string}} Declaration */
/** @typedef {{at: string, rules: Rule[]} | {selector: string, declarations: Declaration[]}} Rule */

const darkScheme = '(prefers-color-scheme:dark)'

/** @param {string} text */
const collapseSpaces = (text) => text.replace(/\s+/g, ' ').trim()

/** @param {string} text */
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '')

/**
 * Splits at every semicolon: our style sheets have none inside a value.
 * @param {string} text
 * @returns {Declaration[]}
 */
const parseDeclarations = (text) =>
  text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const colon = part.indexOf(':')
      if (colon < 0) throw new Error(`"${collapseSpaces(part)}" is not a declaration: a colon is missing`)
      return { property: part.slice(0, colon).trim(), value: collapseSpaces(part.slice(colon + 1)) }
    })

/** A rule, or an at-rule with rules in it. */
const block = /([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g

/**
 * @param {string} css without comments
 * @returns {Rule[]}
 */
const parseRules = (css) => {
  const rest = collapseSpaces(css.replace(block, ''))
  if (rest !== '') throw new Error(`"${rest.slice(0, 60)}" has no block, or its block is not closed`)
  return [...css.matchAll(block)].map(([, head = '', body = '']) =>
    /^\s*@(media|supports|keyframes|-webkit-keyframes)/.test(head)
      ? { at: collapseSpaces(head), rules: parseRules(body) }
      : { selector: collapseSpaces(head), declarations: parseDeclarations(body) },
  )
}

/**
 * @param {Declaration} declaration
 * @param {string} start
 * @param {string} end
 * @returns {Declaration[]}
 */
const toSides = ({ property, value }, start, end) => {
  if (property === 'text-align') return [{ property, value: value === 'start' ? start : end }]
  const [first = '', last = ''] = value.split(' ')
  const box = property.replace('-inline', '-')
  return [
    { property: `${box}${start}`, value: first },
    { property: `${box}${end}`, value: last },
  ]
}

/**
 * Right-to-left pages swap the sides: `margin-inline: 0 8px` and `text-align: start` get a second rule for
 * these pages, directly after the original.
 * @param {Rule} rule
 * @returns {Rule[]}
 */
const withSides = (rule) => {
  if ('at' in rule) return [{ at: rule.at, rules: rule.rules.flatMap(withSides) }]
  const { selector, declarations } = rule
  const isSided = (/** @type {Declaration} */ { property, value }) =>
    /^(margin|padding)-inline$/.test(property) || (property === 'text-align' && /^(start|end)$/.test(value))
  const swapped = declarations.filter(isSided)
  const plain = declarations.flatMap((one) => (isSided(one) ? toSides(one, 'left', 'right') : [one]))
  const mirrored = selector.split(',').map((one) => `[dir='rtl'] ${one.trim()}`)
  return [
    { selector, declarations: plain },
    ...(swapped.length === 0
      ? []
      : [
          {
            selector: mirrored.join(','),
            declarations: swapped.flatMap((one) => toSides(one, 'right', 'left')),
          },
        ]),
  ]
}

/**
 * The design tokens as written, by name.
 * @param {string} css
 * @returns {Map<string, string>}
 */
const readTokens = (css) => {
  /** @type {Map<string, string>} */
  const tokens = new Map()
  for (const rule of parseRules(withoutComments(css))) {
    if (!('selector' in rule) || rule.selector !== ':root') continue
    for (const { property, value } of rule.declarations) {
      if (property.startsWith('--')) tokens.set(property, value)
    }
  }
  return tokens
}

/**
 * @param {string} value
 * @param {Map<string, string>} tokens
 * @param {0 | 1} scheme 0 light, 1 dark
 * @returns {string}
 */
const resolve = (value, tokens, scheme) => {
  let resolved = value
  for (let round = 0; resolved.includes('var('); round += 1) {
    if (round > 8) throw new Error(`"${value}" refers to itself`)
    resolved = resolved.replace(/var\(\s*(--[\w-]+)\s*\)/g, (_whole, name) => {
      const token = tokens.get(name)
      if (token === undefined) throw new Error(`${name} is not a design token`)
      return token
    })
  }
  const colour = String.raw`\s*((?:[^(),]|\([^()]*\))+?)\s*`
  resolved = resolved.replace(new RegExp(`light-dark\\(${colour},${colour}\\)`, 'g'), `$${scheme + 1}`)
  return withPlainColours(resolved)
}

/** @param {readonly Declaration[]} declarations */
const cssText = (declarations) => declarations.map(({ property, value }) => `${property}:${value}`).join(';')

/** @param {string} selector */
const tightSelector = (selector) => selector.replace(/\s*([,>+~])\s*/g, '$1')

/**
 * @param {readonly Rule[]} rules
 * @param {Map<string, string>} tokens
 * @param {string} media condition of the surrounding block
 * @returns {string}
 */
const emit = (rules, tokens, media) =>
  rules
    .map((rule) => {
      if ('at' in rule) {
        const inner = rule.at.startsWith('@media') ? rule.at.slice('@media'.length).trim() : media
        const condition = media === '' ? inner : `${media} and ${inner}`
        if (!rule.at.startsWith('@media')) return `${rule.at}{${emit(rule.rules, tokens, media)}}`
        // The dark rules of a block follow it, because old browsers do not support nested conditions.
        const pairs = rule.rules.map((child) => emitRule(child, tokens))
        const light = pairs.map(([text]) => text).join('')
        const dark = pairs.map(([, text]) => text).join('')
        return (
          `@media ${condition}{${light}}` +
          (dark === '' || condition.includes('prefers-color-scheme')
            ? ''
            : `@media ${condition} and ${darkScheme}{${dark}}`)
        )
      }
      const [light, dark] = emitRule(rule, tokens)
      return dark === '' ? light : `${light}@media ${darkScheme}{${dark}}`
    })
    .join('')

/**
 * A rule for the light scheme, and what differs in the dark one. A shorthand resets all its properties, so
 * the declarations that refine it are repeated: `border: 1px solid …; border-width: 0 1px` keeps its widths.
 * @param {Rule} rule
 * @param {Map<string, string>} tokens
 * @returns {[light: string, dark: string]}
 */
const emitRule = (rule, tokens) => {
  if ('at' in rule) throw new Error(`${rule.at} is inside another block: old browsers skip it`)
  const selector = tightSelector(rule.selector)
  const light = rule.declarations.map(({ property, value }) => ({
    property,
    value: resolve(value, tokens, 0),
  }))
  const all = rule.declarations.map(({ property, value }) => ({ property, value: resolve(value, tokens, 1) }))
  const differs = all.map(({ value }, index) => value !== light[index]?.value)
  const dark = all.filter(
    ({ property }, index) =>
      differs[index] === true ||
      all.some(
        (earlier, place) =>
          place < index && differs[place] === true && property.startsWith(`${earlier.property}-`),
      ),
  )
  return [
    light.length === 0 ? '' : `${selector}{${cssText(light)}}`,
    dark.length === 0 ? '' : `${selector}{${cssText(dark)}}`,
  ]
}

/**
 * Compiles a style sheet with design tokens into a small one that old browsers understand. The sheet's own tokens
 * are left out, and have to be in `tokenSheet` too.
 * @param {string} css
 * @param {string} tokenSheet
 * @returns {string}
 */
export const compileStyles = (css, tokenSheet) => {
  const rules = parseRules(withoutComments(css)).filter((rule) => 'at' in rule || rule.selector !== ':root')
  return emit(rules.flatMap(withSides), readTokens(tokenSheet), '')
}
