import { type FormLanguage, isRightToLeft } from '#domain/form/languages'
import type { FormTheme } from '#domain/form/settings'

export const FORM_THEMES = ['light', 'dark', 'auto'] as const satisfies readonly FormTheme[]

/** Returns the path of the complete style sheet in a theme. */
export function styleSheetPath(theme: FormTheme): string {
  return `/payment/assets/${theme}.css`
}

/** The style sheets of the form, prepared when the bench starts. Every page contains one. */
export interface FormStyles {
  /**
   * For pages that ask for a card or for customer data. Their script loads {@link FormStyles.file} after the first
   * paint.
   */
  readonly first: (theme: FormTheme, language: FormLanguage) => string
  /** For every page. */
  readonly whole: (theme: FormTheme, language: FormLanguage) => string
  /** The whole sheet for both directions of text. */
  readonly file: (theme: FormTheme) => string
}

interface Sheets {
  readonly first: string
  readonly firstLeftToRight: string
  readonly whole: string
  readonly wholeLeftToRight: string
}

/** Prepares the built style sheets in every theme. */
export function prepareStyles(built: {
  readonly formCss: string
  readonly formFirstCss: string
}): FormStyles {
  const sheets = new Map(FORM_THEMES.map((theme) => [theme, sheetsIn(theme, built)]))
  const sheetsOf = (theme: FormTheme): Sheets => sheets.get(theme) ?? sheetsIn(theme, built)
  return {
    first: (theme, language) => sheetsOf(theme)[isRightToLeft(language) ? 'first' : 'firstLeftToRight'],
    whole: (theme, language) => sheetsOf(theme)[isRightToLeft(language) ? 'whole' : 'wholeLeftToRight'],
    file: (theme) => sheetsOf(theme).whole,
  }
}

function sheetsIn(
  theme: FormTheme,
  { formCss, formFirstCss }: { readonly formCss: string; readonly formFirstCss: string },
): Sheets {
  const first = inTheme(formFirstCss, theme)
  const whole = inTheme(formCss, theme)
  return { first, firstLeftToRight: leftToRight(first), whole, wholeLeftToRight: leftToRight(whole) }
}

const DARK = /@media (?:([^{}]*) and )?\(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*)\}/g

/**
 * Returns the style sheet in one theme. The build adds dark rules for customers whose system is dark. A form follows
 * the theme of the shop, so these rules always apply or are removed, unless the theme is `auto`.
 */
function inTheme(css: string, theme: FormTheme): string {
  if (theme === 'auto') return css
  return css.replace(DARK, (_whole, condition: string | undefined, rules: string) => {
    if (theme === 'light') return ''
    return condition === undefined ? rules : `@media ${condition}{${rules}}`
  })
}

const RIGHT_TO_LEFT = /(?<=^|[{}])(?:\[dir=["']?rtl["']?\][^{},]*,?)+\{[^{}]*\}/g

/** Removes the rules for text from right to left. */
function leftToRight(css: string): string {
  return css.replace(RIGHT_TO_LEFT, '')
}

/** Returns the content of the meta element `color-scheme`, which sets the colours of the browser's own controls. */
export function schemeOf(theme: FormTheme): string {
  return theme === 'auto' ? 'light dark' : theme
}
