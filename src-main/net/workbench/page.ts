import type { HttpResponse } from '#lib/http-message/message'
import type { Access } from './access'
import { START_PAGE, type PageFiles } from './page-files'

/** Responds to a request for the page or one of its files. */
export function servePage(request: {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly pages: PageFiles
  readonly access: Access
}): HttpResponse {
  const { method, path, query, pages, access } = request
  if (method !== 'GET' && method !== 'HEAD') {
    return text(405, 'Only the API under /api/v1/ takes this method.', [['Allow', 'GET, HEAD']])
  }
  const isStart = path === '/' || path === START_PAGE
  const token = query.get('token')
  if (isStart && token !== null && !access.isToken(token)) {
    return text(
      401,
      'This address belongs to another run of Paybench. Open the address that it printed when it started.',
    )
  }
  const file = pages.get(isStart ? START_PAGE : path)
  if (file === undefined) {
    return isStart
      ? text(503, 'The workbench page is not built. Start Paybench with npm start, which builds it.')
      : text(404, 'There is no such file. The workbench is at /.')
  }
  return {
    status: 200,
    headers: [
      ['Content-Type', file.contentType],
      // The address of the start page contains the token, so no cache may store it.
      ['Cache-Control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-store'],
    ],
    body: file.bytes,
  }
}

function text(status: number, message: string, headers: HttpResponse['headers'] = []): HttpResponse {
  return {
    status,
    headers: [['Content-Type', 'text/plain; charset=utf-8'], ['Cache-Control', 'no-store'], ...headers],
    body: new TextEncoder().encode(`${message}\n`),
  }
}
