import { app, session, shell, type WebContents } from 'electron'
import { isForBrowser, isWorkbenchUrl } from './workbench-address'

/** The only permission that the page uses: the copy buttons write to the clipboard. */
const GRANTED: readonly string[] = ['clipboard-sanitized-write']

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

/**
 * Closes what a page could otherwise reach: other windows, other addresses in our window, webviews, permissions and
 * devices. Covers every page of the program, present and future.
 */
export function lockDown(tell: (line: string) => void): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(GRANTED.includes(permission) && isWorkbenchUrl(details.requestingUrl) && details.isMainFrame)
  })
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin, details) =>
      GRANTED.includes(permission) && isWorkbenchUrl(details.requestingUrl ?? origin) && details.isMainFrame,
  )
  session.defaultSession.setDevicePermissionHandler(() => false)

  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url, tell)
      return { action: 'deny' }
    })
    contents.on('will-navigate', (event) => {
      // A page may load itself anew; everything else in the main frame goes to the system browser.
      if (!event.isMainFrame || isWorkbenchUrl(event.url)) return
      event.preventDefault()
      openOutside(event.url, tell)
    })
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
    })
  })
}
