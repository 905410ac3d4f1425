import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, type Html, scriptElement } from '#lib/html/html'
import { type FormLanguage, isRightToLeft } from '#domain/form/languages'
import type { FormTheme } from '#domain/form/settings'
import type { CustomerFiles } from '#core/sending'
import type { HttpResponse, ReceivedRequest } from '#lib/http-message/message'

/** Path of the form's script. */
export const FORM_SCRIPT_PATH = '/payment/assets/form.js'

/** Styles and scripts of the pages, prepared when the bench starts. */
export type FormAssets = ReturnType<typeof prepareAssets>

/** Prepares the built files for the pages. */
export function prepareAssets(built: {
  readonly formCss: string
  readonly formFirstCss: string
  readonly formStartJs: string
}) {
  return {
    styles:
      prepareStyles(
        built,
      ) /** Loads the form's script after the first paint. It is inline, because another request would delay that paint. */,
    startScript: built.formStartJs,
  }
}

/**
 * Renders the script of a page. In a frame it runs at once, because an embedding page shows the frame only after the
 * frame reports that it is loaded. In a tab it waits for the first paint, so that it does not delay it.
 */
export function formScript(isFramed: boolean, { startScript }: FormAssets, nonce: string): Html {
  return isFramed
    ? html`<script src="${FORM_SCRIPT_PATH}" async></script>`
    : scriptElement(startScript, { nonce, next: FORM_SCRIPT_PATH })
}

export const FORM_THEMES = ['light', 'dark', 'auto'] as const satisfies readonly FormTheme[]

/** Returns the path of the complete style sheet in a theme. */
export function styleSheetPath(theme: FormTheme): string {
  return `/payment/assets/${theme}.css`
}

/** The style sheets of the form, prepared when the bench starts. Every page contains one. */
type FormStyles = ReturnType<typeof prepareStyles>

interface Sheets {
  readonly first: string
  readonly firstLeftToRight: string
  readonly whole: string
  readonly wholeLeftToRight: string
}

/** Prepares the built style sheets in every theme. */
export function prepareStyles(built: { readonly formCss: string; readonly formFirstCss: string }) {
  const sheets = new Map(FORM_THEMES.map((theme) => [theme, sheetsIn(theme, built)]))
  const sheetsOf = (theme: FormTheme): Sheets => sheets.get(theme) ?? sheetsIn(theme, built)
  return {
    /**
     * For pages that ask for a card or for customer data. Their script loads {@link FormStyles.file} after the first
     * paint.
     */
    first: (theme: FormTheme, language: FormLanguage): string =>
      sheetsOf(theme)[isRightToLeft(language) ? 'first' : 'firstLeftToRight'],
    /** For every page. */
    whole: (theme: FormTheme, language: FormLanguage): string =>
      sheetsOf(theme)[isRightToLeft(language) ? 'whole' : 'wholeLeftToRight'],
    /** The whole sheet for both directions of text. */
    file: (theme: FormTheme): string => sheetsOf(theme).whole,
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

const TYPES = { script: 'text/javascript; charset=utf-8', style: 'text/css; charset=utf-8' } as const
const encoder = new TextEncoder()

/** Creates the server of the files that merchants' pages and our own load from the platform (contract 7.1). */
export function createStaticFiles(
  files: CustomerFiles,
  styles: FormStyles,
  sha256Hex: (bytes: Uint8Array) => string,
) {
  const entry = (text: string, type: string) => {
    const body = encoder.encode(text)
    return { body, type, tag: `"${sha256Hex(body).slice(0, 32)}"` }
  }
  const byPath = new Map([
    ['/shared/merchant.js', entry(files.merchantJs, TYPES.script)],
    ['/shared/merchant.css', entry(files.merchantCss, TYPES.style)],
    [FORM_SCRIPT_PATH, entry(files.formJs, TYPES.script)],
    ...FORM_THEMES.map((theme) => [styleSheetPath(theme), entry(styles.file(theme), TYPES.style)] as const),
  ])
  return {
    /** Responds with the file of a path. Null: there is none. */
    respond(request: ReceivedRequest, path: string): HttpResponse | null {
      const file = byPath.get(path)
      if (file === undefined) return null
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return { status: 405, headers: [['Allow', 'GET, HEAD']], body: new Uint8Array() }
      }
      const headers = [
        // Let browsers revalidate at every load, so that a page never uses the library of an older Paybench.
        ['Cache-Control', 'no-cache'],
        ['ETag', file.tag],
        ['Access-Control-Allow-Origin', '*'],
        ['Cross-Origin-Resource-Policy', 'cross-origin'],
        ['X-Content-Type-Options', 'nosniff'],
      ] as const
      const known = request.headers.find(([name]) => name.toLowerCase() === 'if-none-match')?.[1]
      if (known === file.tag) return { status: 304, headers, body: new Uint8Array() }
      return { status: 200, headers: [['Content-Type', file.type], ...headers], body: file.body }
    },
  }
}

const FILE_NAMES = {
  formJs: 'form.js',
  formStartJs: 'form-start.js',
  formCss: 'form.css',
  formFirstCss: 'form-first.css',
  merchantJs: 'merchant.js',
  merchantCss: 'merchant.css',
  shopJs: 'shop.js',
  shopCss: 'shop.css',
  previewJs: 'preview.js',
} as const satisfies Record<keyof CustomerFiles, string>

/**
 * Reads what the customer's browser loads into memory, so that a build during the run does not mix two versions.
 * Throws an error with a readable message where a file is missing: without it no form could open.
 */
export function readCustomerFiles(folder: string): CustomerFiles {
  const read = (name: string): string => {
    const path = join(folder, name)
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
      throw new Error(
        `The payment form cannot be offered: ${path} could not be read (${reason}). ` +
          'Run "npm run build" and start again; in an installed program, install it again.',
        { cause: error },
      )
    }
  }
  return {
    formJs: read(FILE_NAMES.formJs),
    formStartJs: read(FILE_NAMES.formStartJs),
    formCss: read(FILE_NAMES.formCss),
    formFirstCss: read(FILE_NAMES.formFirstCss),
    merchantJs: read(FILE_NAMES.merchantJs),
    merchantCss: read(FILE_NAMES.merchantCss),
    shopJs: read(FILE_NAMES.shopJs),
    shopCss: read(FILE_NAMES.shopCss),
    previewJs: read(FILE_NAMES.previewJs),
  }
}
