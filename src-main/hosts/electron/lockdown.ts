import { app, session, shell, type WebContents } from 'electron'
import type { Notice } from '../../protocol/bench'
import { quotedText } from '../../lib/limits/bounded-text'
import { LIMITS } from '../../lib/limits/limit-table'
import { isCustomerPage } from './customer-address'
import { customerWindowCount, isCustomerWindow, openCustomerWindow } from './customer-window'
import { createOpeningBounds } from './opening-bounds'
import { isForBrowser, isOwnFile, isWorkbenchUrl } from './workbench-address'

/** The only permission that the page uses: the copy buttons write to the clipboard. */
const GRANTED: readonly string[] = ['clipboard-sanitized-write']

/**
 * Chromium asks before a page of an unknown place, such as our own scheme, may load from this computer's listeners. All
 * that our windows may show comes from them: policy and navigation see to that. To be called before the program is ready.
 */
export function allowOwnListeners(): void {
  app.commandLine.appendSwitch('disable-features', 'LocalNetworkAccessChecks')
}

/** What is said of things that pages were not allowed to open. */
const REFUSED = {
  windows: {
    what: 'windows that pages wanted to open were refused',
    remedy: `At most ${String(LIMITS.windows)} windows of customers are open at a time. Close some, or look for a loop in the page.`,
  },
  links: {
    what: 'addresses that pages wanted to open in the system browser were refused',
    remedy: `At most ${String(LIMITS.externalLinksPerMinute)} go to the system browser in a minute. Look for a loop in the page.`,
  },
  downloads: {
    what: 'downloads of customers’ pages were refused',
    remedy: 'Pages that are shown here save no files. Open the page in a browser to try a download.',
  },
} as const

export interface Lockdown {
  /** Origins of our listeners for customers. */
  readonly customerPages: () => readonly string[]
  readonly writeLine: (line: string) => void
  /** Shows something in the window; one notice an id. */
  readonly notify: (notice: Notice) => void
}

/**
 * Closes what a page could otherwise reach: other windows, other addresses in our window, webviews, permissions and
 * devices. Covers every page of the program, present and future. The demo shop and the form may open in windows of
 * their own, and stay on our listeners there.
 */
export function lockDown({ customerPages, writeLine, notify }: Lockdown): void {
  const bounds = createOpeningBounds(() => performance.now())
  const refuse = (what: 'windows' | 'links' | 'downloads', address: string): void => {
    const message = `${String(bounds.refused()[what])} ${REFUSED[what].what}, the last one ${quotedText(address)}.`
    writeLine(message)
    notify({ id: `refused ${what}`, level: 'warning', message, remedy: REFUSED[what].remedy })
  }
  const refuseDownload = (address: string): void => {
    bounds.refuseDownload()
    refuse('downloads', address)
  }
  const openWindow = (url: string): void => {
    if (bounds.mayOpenWindow(customerWindowCount()))
      openCustomerWindow(url, { writeLine, onDownload: refuseDownload })
    else refuse('windows', url)
  }
  /** Hands an address to the system browser, if it is one for a browser. */
  const openOutside = (url: string): void => {
    if (!isForBrowser(url)) {
      writeLine('An address that is not http or https was not opened.')
      return
    }
    if (!bounds.mayOpenOutside()) {
      refuse('links', url)
      return
    }
    shell.openExternal(url).catch((error: unknown) => {
      writeLine(`The system browser could not be opened: ${String(error)}`)
    })
  }
  // The workbench saves files that it has made itself; the pages that it frames save none.
  session.defaultSession.on('will-download', (event, item) => {
    if (isOwnFile(item.getURL())) return
    event.preventDefault()
    refuseDownload(item.getURL())
  })
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(GRANTED.includes(permission) && isWorkbenchUrl(details.requestingUrl) && details.isMainFrame)
  })
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin, details) =>
      GRANTED.includes(permission) && isWorkbenchUrl(details.requestingUrl ?? origin) && details.isMainFrame,
  )
  session.defaultSession.setDevicePermissionHandler(() => false)

  const mayShow = (contents: WebContents, url: string): boolean =>
    isCustomerWindow(contents) ? isCustomerPage(url, customerPages()) : isWorkbenchUrl(url)

  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.setWindowOpenHandler(({ url }) => {
      // A window that the page itself creates would share its session and its settings; ours shares nothing.
      if (isCustomerPage(url, customerPages())) openWindow(url)
      else openOutside(url)
      return { action: 'deny' }
    })
    const holdBack = (event: Electron.Event<Electron.WebContentsWillNavigateEventParams>): void => {
      // A page may load itself anew; everything else in the main frame goes to the system browser.
      if (!event.isMainFrame || mayShow(contents, event.url)) return
      event.preventDefault()
      openOutside(event.url)
    }
    contents.on('will-navigate', holdBack)
    contents.on('will-redirect', holdBack)
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
    })
  })
}
