import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { SESSION_FILE_EXTENSION } from '#protocol/sessions'

/** Whether an argument of the program names a session file. */
export const isSessionFile = (argument: string): boolean =>
  !argument.startsWith('-') && argument.toLowerCase().endsWith(SESSION_FILE_EXTENSION)

/** The session file that the system opened with the program, until the page has taken it. */
export interface OpenedFile {
  /** @param path absolute */
  readonly offer: (path: string) => void
  /**
   * Responds with the content and the name of the file, once. 204 where there is no file, or, with its name, where it
   * cannot be read: Chromium would report any other status as an error of the page.
   */
  readonly take: () => Response
}

/** Only this file is readable by the page, and only because the tester opened it. */
export function createOpenedFile(): OpenedFile {
  let offered: string | null = null
  return {
    offer(path) {
      offered = path
    },
    take() {
      const path = offered
      offered = null
      if (path === null) return new Response(null, { status: 204 })
      const headers = { 'x-file-name': encodeURIComponent(basename(path)), 'cache-control': 'no-store' }
      // A pipe or a device could be read for ever.
      if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
        return new Response(null, { status: 204, headers })
      const content = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
      return new Response(content, {
        status: 200,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
      })
    },
  }
}
