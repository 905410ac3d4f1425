import {
  app,
  session,
  shell,
  type WebContents,
  Menu,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
} from 'electron'
import type { Notice } from '#protocol/bench'
import { quotedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import {
  createOpeningBounds,
  isCustomerPage,
  isForBrowser,
  isOwnFile,
  isWorkbenchUrl,
  trustOwnListeners,
} from './guards'
import { customerWindowCount, isCustomerWindow, openCustomerWindow } from './customer-window'

/** Permissions that the workbench needs: to copy, to present in full screen, and to notify a tester who is away. */
const GRANTED: readonly string[] = ['clipboard-sanitized-write', 'fullscreen', 'notifications']

/**
 * Lets pages load from local listeners without the permission prompt that Chromium shows for unknown schemes such
 * as ours. Content policies and the navigation rules below limit our windows to our own listeners. Call it before
 * Electron is ready.
 */
export function allowOwnListeners(): void {
  app.commandLine.appendSwitch('disable-features', 'LocalNetworkAccessChecks')
}

const REFUSED = {
  windows: {
    what: 'Refused windows that pages wanted to open',
    remedy: `At most ${String(LIMITS.windows)} customer windows can be open at a time. Close some, or check the page for a loop.`,
  },
  links: {
    what: 'Refused addresses that pages wanted to open in the system browser',
    remedy: `At most ${String(LIMITS.externalLinksPerMinute)} addresses per minute are opened in the system browser. Check the page for a loop.`,
  },
  downloads: {
    what: 'Refused downloads that pages wanted to start',
    remedy: 'Pages shown here cannot save files. Open the page in a browser to try a download.',
  },
} as const

export interface Lockdown {
  readonly customerPages: () => readonly string[]
  readonly writeLine: (line: string) => void
  /** Replaces a notice with the same id. */
  readonly notify: (notice: Notice) => void
  /** The certificate of our authority; null without a bench. */
  readonly caPem: () => string | null
}

/**
 * For every page created from now on: opens customer pages in separate windows and other addresses in the system
 * browser, and refuses webviews, devices, foreign downloads and all permissions but {@link GRANTED}.
 */
export function lockDown({ customerPages, writeLine, notify, caPem }: Lockdown): void {
  const bounds = createOpeningBounds(() => performance.now())
  const refused = { windows: 0, links: 0, downloads: 0 }
  const refuse = (what: keyof typeof refused, address: string): void => {
    refused[what] += 1
    const message = `${REFUSED[what].what}: ${String(refused[what])}, the last one ${quotedText(address)}.`
    writeLine(message)
    notify({ id: `refused ${what}`, level: 'warning', message, remedy: REFUSED[what].remedy })
  }
  const refuseDownload = (address: string): void => refuse('downloads', address)
  const openWindow = (url: string): void => {
    if (bounds.mayOpenWindow(customerWindowCount()))
      openCustomerWindow(url, { writeLine, onDownload: refuseDownload, caPem })
    else refuse('windows', url)
  }
  /** Opens an http or https address in the system browser, up to a limit per minute. */
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
  // The workbench may save files that it created itself; pages that it frames may not.
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
  trustOwnListeners(session.defaultSession, caPem)

  const mayShow = (contents: WebContents, url: string): boolean =>
    isCustomerWindow(contents) ? isCustomerPage(url, customerPages()) : isWorkbenchUrl(url)

  app.on('web-contents-created', (_event, contents: WebContents) => {
    addContextMenu(contents)
    contents.setWindowOpenHandler(({ url }) => {
      // A window that the page creates would share its session and settings, so open a separate one.
      if (isCustomerPage(url, customerPages())) openWindow(url)
      else openOutside(url)
      return { action: 'deny' }
    })
    const restrictNavigation = (event: Electron.Event<Electron.WebContentsWillNavigateEventParams>): void => {
      // Each window may show its own pages; other addresses of the main frame open in the system browser.
      if (!event.isMainFrame || mayShow(contents, event.url)) return
      event.preventDefault()
      openOutside(event.url)
    }
    contents.on('will-navigate', restrictNavigation)
    contents.on('will-redirect', restrictNavigation)
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}

type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>

/** The context menu of fields, editors and selected text; empty for anything else. */
function contextMenuTemplate(clicked: Clicked): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags } = clicked
  if (isEditable) {
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll' },
    ]
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }, { type: 'separator' }, { role: 'selectAll' }]
}

/** Electron shows no context menu by default. */
function addContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, clicked) => {
    const template = contextMenuTemplate(clicked)
    if (template.length > 0) Menu.buildFromTemplate(template).popup()
  })
}
