import type { Session } from 'electron'
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { LINK_SCHEME } from '#domain/link/link'
import { START_PAGE } from '#net/workbench/page'
import { LIMITS } from '#lib/limits/limit-table'
import { MINUTE_MS } from '#lib/time/time'

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

/**
 * Whether an address is a page that our listeners serve to customers: the demo shop or the form. Such a page opens in a
 * window of the program, any other address in the system browser.
 * @param customerPages origins of those listeners
 */
export function isCustomerPage(address: string, customerPages: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, origin, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' && customerPages.includes(origin)
}

/** The parts of an IPC event that identify its sender. */
interface SenderClaim {
  readonly sender: unknown
  /** null where the frame no longer exists. */
  readonly senderFrame: { readonly url: string } | null
}

/** The parts of a window's contents that identify the expected sender. */
interface ExpectedSender {
  readonly mainFrame: unknown
}

/**
 * Whether an IPC message comes from the workbench page: from the main frame of our window, at our own address. Messages
 * of a framed page, of another window or of a page that replaced ours are not trusted.
 */
export function isTrustedSender(
  claim: SenderClaim,
  expected: ExpectedSender,
  isOwnUrl: (url: string) => boolean,
): boolean {
  if (claim.senderFrame === null || claim.sender !== expected) return false
  return claim.senderFrame === expected.mainFrame && isOwnUrl(claim.senderFrame.url)
}

/** @param now real time, milliseconds */
export function createOpeningBounds(now: () => number) {
  let opened: readonly number[] = []
  const refused = { windows: 0, links: 0, downloads: 0 }
  return {
    /** @param open number of customers' windows that are open now */
    mayOpenWindow(open: number): boolean {
      if (open < LIMITS.windows) return true
      refused.windows += 1
      return false
    },
    /** Whether another address may open in the system browser in this minute. Counts it if so. */
    mayOpenOutside(): boolean {
      const at = now()
      opened = opened.filter((before) => at - before < MINUTE_MS)
      if (opened.length >= LIMITS.externalLinksPerMinute) {
        refused.links += 1
        return false
      }
      opened = [...opened, at]
      return true
    },
    /** Numbers of what was refused so far. */
    refused: (): Readonly<Record<'windows' | 'links' | 'downloads', number>> => ({ ...refused }),
    /** Counts a download that was refused. */
    refuseDownload(): void {
      refused.downloads += 1
    },
  }
}

/** What Electron reports about the certificate of a server. */
interface Presented {
  readonly hostname: string
  readonly certificate: { readonly data: string }
}

/**
 * Whether a server's certificate comes from the authority of this bench and names the host that was called. Chromium does
 * not know that authority, and would refuse the TLS addresses of our own listeners.
 * @param caPem the certificate of the authority; null: there is no bench
 */
export function isOwnCertificate({ hostname, certificate }: Presented, caPem: string | null): boolean {
  if (caPem === null) return false
  try {
    const shown = new X509Certificate(certificate.data)
    const authority = new X509Certificate(caPem)
    const names = isIP(hostname) === 0 ? shown.checkHost(hostname) : shown.checkIP(hostname)
    return names !== undefined && shown.checkIssued(authority) && shown.verify(authority.publicKey)
  } catch {
    return false // not a certificate that can be read: left to Chromium, which refuses it
  }
}

const ACCEPT = 0
const AS_CHROMIUM_DECIDES = -3

/** Lets the pages of a session load from our own TLS listeners; every other certificate is left to Chromium. */
export function trustOwnListeners(pages: Session, caPem: () => string | null): void {
  pages.setCertificateVerifyProc((request, decide) => {
    decide(isOwnCertificate(request, caPem()) ? ACCEPT : AS_CHROMIUM_DECIDES)
  })
}
