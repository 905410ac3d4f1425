import type { FormTheme } from '../../../domain/form/settings'

const DARK = /@media (?:([^{}]*) and )?\(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*)\}/g

/**
 * The style sheet of the form in one theme. The build writes the dark scheme behind every rule that has one, for
 * customers whose system is dark; a form follows the shop, so those rules always count or go, unless it is `auto`.
 */
export function themedCss(css: string, theme: FormTheme): string {
  if (theme === 'auto') return css
  const known = themed.get(theme)
  if (known?.css === css) return known.sheet
  const sheet = inOneTheme(css, theme)
  themed.set(theme, { css, sheet })
  return sheet
}

/** The sheet is one for as long as the program runs, and stands in every page. */
const themed = new Map<FormTheme, { readonly css: string; readonly sheet: string }>()

function inOneTheme(css: string, theme: FormTheme): string {
  return css.replace(DARK, (_whole, condition: string | undefined, rules: string) => {
    if (theme === 'light') return ''
    return condition === undefined ? rules : `@media ${condition}{${rules}}`
  })
}

/** Content of the meta element `color-scheme`, by which browsers colour what they draw themselves. */
export function schemeOf(theme: FormTheme): string {
  return theme === 'auto' ? 'light dark' : theme
}
