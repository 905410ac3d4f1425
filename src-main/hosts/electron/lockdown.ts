import { app, session, shell, type WebContents } from 'electron'
import { isCustomerPage } from './customer-address'
import { isCustomerWindow, openCustomerWindow } from './customer-window'
import { isForBrowser, isWorkbenchUrl } from './workbench-address'

/** The only permission that the page uses: the copy buttons write to the clipboard. */
const GRANTED: readonly string[] = ['clipboard-sanitized-write']

/**
 * Chromium asks before a page of an unknown place, such as our own scheme, may load from this computer's listeners. All
 * that our windows may show comes from them: policy and navigation see to that. To be called before the program is ready.
 */
export function allowOwnListeners(): void {
  app.commandLine.appendSwitch('disable-features', 'LocalNetworkAccessChecks')
}

/** Hands an address to the system browser, if it is one for a browser. */
export function openOutside(url: string, tell: (line: string) => void): void {
  if (!isForBrowser(url)) {
    tell('An address that is not http or https was not opened.')
    return
  }
  shell.openExternal(url).catch((error: unknown) => {
    tell(`The system browser could not be opened: ${String(error)}`)
  })
}

export interface Lockdown {
  /** Origins of our listeners for customers. */
  readonly customerPages: () => readonly string[]
  readonly tell: (line: string) => void
}

/**
 * Closes what a page could otherwise reach: other windows, other addresses in our window, webviews, permissions and
 * devices. Covers every page of the program, present and future. The demo shop and the form may open in windows of
 * their own, and stay on our listeners there.
 */
export function lockDown({ customerPages, tell }: Lockdown): void {
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
      if (isCustomerPage(url, customerPages())) openCustomerWindow(url, tell)
      else openOutside(url, tell)
      return { action: 'deny' }
    })
    const holdBack = (event: Electron.Event<Electron.WebContentsWillNavigateEventParams>): void => {
      // A page may load itself anew; everything else in the main frame goes to the system browser.
      if (!event.isMainFrame || mayShow(contents, event.url)) return
      event.preventDefault()
      openOutside(event.url, tell)
    }
    contents.on('will-navigate', holdBack)
    contents.on('will-redirect', holdBack)
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
    })
  })
}
