import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { createHash } from 'node:crypto'
import { contentPolicy, ownPagePolicy, PAGE_CONTENT_TYPES } from '#lib/html/content-policy'
import { html, type Html } from '#lib/html/html'
import { isWorkbenchUrl, MESSAGE_URL, OPENED_FILE_URL } from './guards'

export interface PageSource {
  readonly directory: string
  readonly messagePage: () => string
  readonly openedFile: () => Response
  readonly frameOrigins: () => readonly string[]
}

/** Responds with the message page, the opened file, a file inside the folder of the built page, or 404. */
export async function servePage(
  request: { readonly url: string; readonly method: string },
  source: PageSource,
): Promise<Response> {
  if (request.method !== 'GET' || !isWorkbenchUrl(request.url)) return notFound()
  const { href, pathname } = new URL(request.url)
  if (href === MESSAGE_URL) return respond(200, '.html', source.messagePage(), MESSAGE_POLICY)
  if (href === OPENED_FILE_URL) return source.openedFile()

  const file = fileFor(pathname, source.directory)
  if (file === null) return notFound()
  try {
    return respond(200, extname(file), await readFile(file), ownPagePolicy({ frames: source.frameOrigins() }))
  } catch {
    return notFound()
  }
}

const notFound = (): Response => respond(404, '.html', 'Not found', NO_PAGE_POLICY)

function fileFor(pathname: string, directory: string): string | null {
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (path.includes('\0') || path.includes('\\')) return null
  const file = join(directory, path)
  return file.startsWith(directory + sep) && extname(file) in PAGE_CONTENT_TYPES ? file : null
}

function respond(status: number, type: string, body: string | Uint8Array, policy: string): Response {
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    status,
    headers: {
      'content-type': PAGE_CONTENT_TYPES[type] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  })
}

/** A response that is not a page may neither load anything nor be framed. */
const NOTHING_ALLOWED = { 'default-src': [], 'base-uri': [], 'form-action': [], 'frame-ancestors': [] }
const NO_PAGE_POLICY = contentPolicy(NOTHING_ALLOWED)

export interface Message {
  readonly title: string
  readonly message: string
  /** If undefined, a moving bar shows that the program is busy. */
  readonly remedy?: string | undefined
  readonly link?: { readonly href: string; readonly label: string } | undefined
}

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center }
  main { max-width: 36rem; padding: 2rem }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  p { margin: 0 0 .75rem; overflow-wrap: anywhere }
  .bar { height: 3px; overflow: hidden; border-radius: 2px; background: color-mix(in srgb, currentColor 15%, transparent) }
  .bar::before { content: ''; display: block; width: 30%; height: 100%; background: currentColor; animation: move 1.4s infinite }
  @keyframes move { from { transform: translateX(-100%) } to { transform: translateX(334%) } }
  @media (prefers-reduced-motion: reduce) { .bar::before { animation-duration: 6s } }
`

const STYLE_ELEMENT: Html = { markup: `<style>${STYLE}</style>` }

/** Allows only the inline style, because the page must work even if our own files are broken. */
export const MESSAGE_POLICY = contentPolicy({
  ...NOTHING_ALLOWED,
  'style-src': [`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
})

export function messagePage({ title, message, remedy, link }: Message): string {
  const isWaiting = remedy === undefined
  const { markup } = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>${title}</title>
      ${STYLE_ELEMENT}
    </head>
    <body>
      <main role="${isWaiting ? 'status' : 'alert'}">
        <h1>${title}</h1>
        <p>${message}</p>
        ${
          isWaiting ? html`<div class="bar"></div>` : html`<p><strong>What you can do:</strong> ${remedy}</p>`
        }
        ${link === undefined ? null : html`<p><a href="${link.href}">${link.label}</a></p>`}
      </main>
    </body>
  </html>`
  return `<!doctype html>${markup}`
}
