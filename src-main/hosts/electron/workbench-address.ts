import { LINK_SCHEME } from '#domain/link/link'
import { START_PAGE } from '#net/workbench/page-files'

/**
 * The scheme of the window's pages. Unlike `file:` it has an origin, and the program decides which files and headers to
 * serve. Links use the same scheme with another host.
 */
export const WORKBENCH_SCHEME = LINK_SCHEME

const WORKBENCH_HOST = 'desk'

export const WORKBENCH_ORIGIN = `${WORKBENCH_SCHEME}://${WORKBENCH_HOST}`

export const WORKBENCH_URL = `${WORKBENCH_ORIGIN}${START_PAGE}`

/** The page of the workbench that shows the licences of third-party parts. */
export const LICENCES_URL = `${WORKBENCH_URL}#settings/licences`

/** The page that the window shows in place of the workbench: while the bench starts, or why there is none. */
export const MESSAGE_URL = `${WORKBENCH_ORIGIN}/message`

/** The session file that the system opened with the program. */
export const OPENED_FILE_URL = `${WORKBENCH_ORIGIN}/opened-file`

/** Whether an address is a page of the window that the program serves itself. */
export function isWorkbenchUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === `${WORKBENCH_SCHEME}:` && url.host === WORKBENCH_HOST
}

/** Whether an address may be opened by the system: other schemes than http and https could start any program. */
export function isForBrowser(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Whether a download is a file that the workbench's page created in memory. */
export function isOwnFile(address: string): boolean {
  return address.startsWith(`blob:${WORKBENCH_ORIGIN}/`)
}
