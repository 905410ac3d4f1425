import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { HttpResponse } from '#lib/http-message/message'
import { ownPagePolicy, PAGE_CONTENT_TYPES } from '#lib/html/content-policy'
import type { Access } from './access'

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

interface PageFile {
  readonly contentType: string
  readonly bytes: Uint8Array
  /** The name changes with the content, so caches may keep the file forever. */
  readonly isHashed: boolean
}

/** By path, beginning with a slash. */
export type PageFiles = ReadonlyMap<string, PageFile>

/** Path below the folder of the build. */
export const START_PAGE = '/workbench/index.html'

/**
 * Reads the built page into memory. Only these files are served, by their exact path: no path can leave the
 * folder, and a build during the run does not mix two versions. A missing folder results in no files.
 */
export async function readPageFiles(directory: string): Promise<PageFiles> {
  const files = new Map<string, PageFile>()
  for (const file of await filesBelow(directory)) {
    const contentType = PAGE_CONTENT_TYPES[extname(file).toLowerCase()]
    if (contentType === undefined) continue
    const path = `/${relative(directory, file).split(sep).join('/')}`
    const isHashed = /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(path)
    files.set(path, { contentType, bytes: new Uint8Array(await readFile(file)), isHashed })
  }
  return files
}

async function filesBelow(directory: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Policy sources of our WebSocket, which some browsers do not include in 'self'. A policy cannot name an IPv6
 * address; there 'self' has to suffice.
 * @param host the checked `Host` of the request
 */
const socketsOf = (host: string): readonly string[] => [`ws://${host}`, `wss://${host}`]

/**
 * Adds the security headers of every response, including errors. They forbid sniffing, framing and access by
 * another origin. The page shares no browsing context group with other pages, so none has a reference to its
 * window. It also requests a separate process: the shop and the form belong to the same site, and a busy page of
 * theirs would otherwise block this one.
 */
export function withSecurityHeaders(
  response: HttpResponse,
  host: string,
  frameOrigins: readonly string[] = [],
): HttpResponse {
  return {
    ...response,
    headers: [
      ...response.headers,
      ['Content-Security-Policy', ownPagePolicy({ connects: socketsOf(host), frames: frameOrigins })],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Frame-Options', 'DENY'],
      ['Referrer-Policy', 'no-referrer'],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      ['Origin-Agent-Cluster', '?1'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
    ],
  }
}
