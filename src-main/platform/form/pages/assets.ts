import { encodeUtf8 } from '#lib/bytes/utf8'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, type Html } from '#lib/html/html'
import { putNewest } from '#lib/limits/bounded-text'
import type { FormTheme } from '#domain/form/settings'
import { inTheme, withAccent } from '#domain/form/accent'
import type { CustomerFiles } from '#core/sending'
import type { HttpResponse, ReceivedRequest } from '#lib/http-message/message'

export const FORM_SCRIPT_PATH = '/payment/assets/form.js'

export const FORM_SCRIPT: Html = html`<script src="${FORM_SCRIPT_PATH}" defer></script>`

/** `methods`: that of the form, with the styles of ways to pay other than cards. */
export type StyleSheet = 'form' | 'methods' | 'provider'

/** Every page contains its style sheet (by default that of the form), in its theme and accent (`#rrggbb`). */
export type FormStyles = (theme: FormTheme, accent: string, sheet?: StyleSheet) => string

const KEPT_SHEETS = 64

/** Keeps the style sheets that were made last. */
export function prepareStyles({
  formCss,
  methodsCss,
  providerCss,
}: Pick<CustomerFiles, 'formCss' | 'methodsCss' | 'providerCss'>): FormStyles {
  const sheets = { form: formCss, methods: formCss + methodsCss, provider: providerCss }
  const kept = new Map<string, string>()
  return (theme, accent, sheet = 'form') => {
    const key = `${sheet} ${theme} ${accent}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const css = withAccent(inTheme(sheets[sheet], theme), accent)
    putNewest(kept, key, css, KEPT_SHEETS)
    return css
  }
}

/** For the meta element `color-scheme`, which sets the colours of the browser's own controls. */
export function schemeOf(theme: FormTheme): string {
  return theme === 'auto' ? 'light dark' : theme
}

/** Serves the files that merchants' pages and our own load from the platform (contract 7.1). */
export function createStaticFiles(files: CustomerFiles, sha256Hex: (bytes: Uint8Array) => string) {
  const entry = (text: string, type: 'javascript' | 'css') => {
    const body = encodeUtf8(text)
    return { body, type: `text/${type}; charset=utf-8`, tag: `"${sha256Hex(body).slice(0, 32)}"` }
  }
  const byPath = new Map([
    ['/shared/merchant.js', entry(files.merchantJs, 'javascript')],
    ['/shared/merchant.css', entry(files.merchantCss, 'css')],
    [FORM_SCRIPT_PATH, entry(files.formJs, 'javascript')],
  ])
  return {
    /** Null if there is no such file. */
    respond(request: ReceivedRequest, path: string): HttpResponse | null {
      const file = byPath.get(path)
      if (file === undefined) return null
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return { status: 405, headers: [['Allow', 'GET, HEAD']], body: new Uint8Array() }
      }
      const headers = [
        // Browsers revalidate on every load, so that a page never uses the library of an older Paybench.
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

/** Reads the files into memory, so that a build cannot mix two versions. @throws Error if one is missing */
export function readCustomerFiles(folder: string): CustomerFiles {
  const read = (name: string): string => {
    const path = join(folder, name)
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
      throw new Error(
        `The payment form cannot be offered: ${path} could not be read (${reason}). ` +
          'Run "npm run build" and start again; if Paybench is installed, reinstall it.',
        { cause: error },
      )
    }
  }
  return {
    formJs: read('form.js'),
    formCss: read('form.css'),
    methodsCss: read('methods.css'),
    providerCss: read('provider.css'),
    merchantJs: read('merchant.js'),
    merchantCss: read('merchant.css'),
    shopJs: read('shop.js'),
    shopCss: read('shop.css'),
    previewJs: read('preview.js'),
  }
}
