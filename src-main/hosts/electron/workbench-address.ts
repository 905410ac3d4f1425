import { LINK_SCHEME } from '../../domain/link/link'
import { START_PAGE } from '../../net/workbench/page-files'

/**
 * The window's own scheme: unlike file: it has an origin, answers only what we serve, and carries our headers. Links have the
 * same scheme and another host.
 */
export const WORKBENCH_SCHEME = LINK_SCHEME

const WORKBENCH_HOST = 'desk'

export const WORKBENCH_ORIGIN = `${WORKBENCH_SCHEME}://${WORKBENCH_HOST}`

export const WORKBENCH_URL = `${WORKBENCH_ORIGIN}${START_PAGE}`

/** The part of the workbench that shows the licences of what is in the program. */
export const LICENCES_URL = `${WORKBENCH_URL}#settings/licences`

/** The page that explains why the bench could not start. */
export const FAILURE_URL = `${WORKBENCH_SCHEME}://${WORKBENCH_HOST}/failure`

/** Whether an address is one that we serve ourselves. */
export function isWorkbenchUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === `${WORKBENCH_SCHEME}:` && url.host === WORKBENCH_HOST
}

/** Whether an address may be handed to the system: others could start any program that has registered a scheme. */
export function isForBrowser(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Whether a download is a file that the workbench's page has made in memory. */
export function isOwnFile(address: string): boolean {
  return address.startsWith(`blob:${WORKBENCH_ORIGIN}/`)
}
