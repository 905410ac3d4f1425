import type { CustomerFiles } from '#core/ports'
import type { HttpResponse, ReceivedRequest } from '#lib/http-message/message'
import { FORM_SCRIPT_PATH } from '#platform/form/pages/assets'
import { FORM_THEMES, type FormStyles, styleSheetPath } from '#platform/form/pages/styles'

const TYPES = { script: 'text/javascript; charset=utf-8', style: 'text/css; charset=utf-8' } as const
const encoder = new TextEncoder()

export interface StaticFiles {
  /** Responds with the file of a path. Null: there is none. */
  respond(request: ReceivedRequest, path: string): HttpResponse | null
}

/** Creates the server of the files that merchants' pages and our own load from the platform (contract 7.1). */
export function createStaticFiles(
  files: CustomerFiles,
  styles: FormStyles,
  sha256Hex: (bytes: Uint8Array) => string,
): StaticFiles {
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
    respond(request, path) {
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
