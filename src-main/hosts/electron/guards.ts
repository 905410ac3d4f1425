import type { Session } from 'electron'
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { LINK_SCHEME } from '#domain/link/link'
import { START_PAGE } from '#net/workbench/page'
import { LIMITS } from '#lib/limits/limit-table'
import { MINUTE_MS } from '#lib/time/time'

/** Unlike `file:`, this scheme has an origin, and the program chooses files and headers. Links use another host. */
export const WORKBENCH_SCHEME = LINK_SCHEME

const WORKBENCH_HOST = 'desk'

export const WORKBENCH_ORIGIN = `${WORKBENCH_SCHEME}://${WORKBENCH_HOST}`

export const WORKBENCH_URL = `${WORKBENCH_ORIGIN}${START_PAGE}`

export const LICENCES_URL = `${WORKBENCH_URL}#settings/licences`

/** The page shown in place of the workbench while Paybench starts, or if it could not start. */
export const MESSAGE_URL = `${WORKBENCH_ORIGIN}/message`

/** The session file that the system opened with the program. */
export const OPENED_FILE_URL = `${WORKBENCH_ORIGIN}/opened-file`

/** Whether the program serves this address itself. */
export function isWorkbenchUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === `${WORKBENCH_SCHEME}:` && url.host === WORKBENCH_HOST
}

/** Whether an address may open in the system browser: http and https only, as other schemes could start any program. */
export function isForBrowser(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Whether the workbench's page created the download in memory. */
export function isOwnFile(address: string): boolean {
  return address.startsWith(`blob:${WORKBENCH_ORIGIN}/`)
}

/**
 * Whether an address is a page of the demo shop or the form, which opens in a window of the program; other addresses
 * open in the system browser.
 * @param customerPages origins of the listeners for the shop and the form
 */
export function isCustomerPage(address: string, customerPages: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, origin, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' && customerPages.includes(origin)
}

/**
 * Trusts only the main frame of our window at our address: no framed page, other window or page in its place.
 * `senderFrame` is null if the frame no longer exists.
 */
export function isTrustedSender(
  {
    sender,
    senderFrame,
  }: { readonly sender: unknown; readonly senderFrame: { readonly url: string } | null },
  expected: { readonly mainFrame: unknown },
  isOwnUrl: (url: string) => boolean,
): boolean {
  if (senderFrame === null || sender !== expected) return false
  return senderFrame === expected.mainFrame && isOwnUrl(senderFrame.url)
}

/** @param now wall time, milliseconds */
export function createOpeningBounds(now: () => number) {
  let opened: readonly number[] = []
  return {
    /** @param open number of open customer windows */
    mayOpenWindow: (open: number): boolean => open < LIMITS.windows,
    /** Whether another address may open in the system browser now; if so, counts it. */
    mayOpenOutside(): boolean {
      const at = now()
      opened = opened.filter((before) => at - before < MINUTE_MS)
      if (opened.length >= LIMITS.externalLinksPerMinute) return false
      opened = [...opened, at]
      return true
    },
  }
}

/** What Electron reports about a server's certificate. */
interface Presented {
  readonly hostname: string
  readonly certificate: { readonly data: string }
}

/** Whether a certificate was issued by this bench's authority (null: no bench runs) and names the host. */
export function isOwnCertificate({ hostname, certificate }: Presented, caPem: string | null): boolean {
  if (caPem === null) return false
  try {
    const shown = new X509Certificate(certificate.data)
    const authority = new X509Certificate(caPem)
    const names = isIP(hostname) === 0 ? shown.checkHost(hostname) : shown.checkIP(hostname)
    return names !== undefined && shown.checkIssued(authority) && shown.verify(authority.publicKey)
  } catch {
    return false // an unreadable certificate is left to Chromium, which refuses it
  }
}

const ACCEPT = 0
const AS_CHROMIUM_DECIDES = -3

/** Trusts the certificates of our own TLS listeners, and leaves every other one to Chromium. */
export function trustOwnListeners(pages: Session, caPem: () => string | null): void {
  pages.setCertificateVerifyProc((request, decide) => {
    decide(isOwnCertificate(request, caPem()) ? ACCEPT : AS_CHROMIUM_DECIDES)
  })
}
