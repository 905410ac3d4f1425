import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { isWorkbenchUrl, MESSAGE_URL, OPENED_FILE_URL } from './workbench-address'
import { MESSAGE_POLICY } from './message-page'
import { contentPolicy, ownPagePolicy, PAGE_CONTENT_TYPES } from '#lib/html/content-policy'

/** Where the pages of the window come from. */
export interface PageSource {
  /** Folder of the built page. */
  readonly directory: string
  /** Returns the page of the message that the window shows in place of the workbench. */
  readonly messagePage: () => string
  /** Responds with the session file that the system opened with the program. */
  readonly openedFile: () => Response
  /** Returns the origins that frames of the page may show. */
  readonly frameOrigins: () => readonly string[]
}

/**
 * Responds to a request of the window with a file of the built page, or with 404. Never serves a file outside the
 * folder.
 */
export async function servePage(
  request: { readonly url: string; readonly method: string },
  source: PageSource,
): Promise<Response> {
  if (request.method !== 'GET' || !isWorkbenchUrl(request.url)) return notFound()
  const { href, pathname } = new URL(request.url)
  if (href === MESSAGE_URL) return answer(200, '.html', source.messagePage(), MESSAGE_POLICY)
  if (href === OPENED_FILE_URL) return source.openedFile()

  const file = fileFor(pathname, source.directory)
  if (file === null) return notFound()
  try {
    return answer(200, extname(file), await readFile(file), ownPagePolicy({ frames: source.frameOrigins() }))
  } catch {
    return notFound()
  }
}

const notFound = (): Response => answer(404, '.html', 'Not found', NO_PAGE_POLICY)

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

function answer(status: number, type: string, body: string | Uint8Array, policy: string): Response {
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

/** The policy of a response that is not a page: it may load nothing and be framed by nobody. */
const NO_PAGE_POLICY = contentPolicy({
  'default-src': [],
  'base-uri': [],
  'form-action': [],
  'frame-ancestors': [],
})
