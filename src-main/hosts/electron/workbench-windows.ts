import { app, type BrowserWindow } from 'electron'
import { join } from 'node:path'
import { serveWindow, type Connect } from './bench-channel'
import { closeCustomerWindows } from './customer-window'
import type { DesktopLog } from './desktop-log'
import type { MenuActions } from './menu'
import type { Message } from './message-page'
import { recoverPage } from './recovery'
import { isWorkbenchUrl, MESSAGE_URL, WORKBENCH_URL } from './workbench-address'
import { focusWindow, openWindow } from './workbench-window'

/** The one window of the workbench, which can be closed and opened again. */
export interface WorkbenchWindows {
  /**
   * Opens the window with the workbench, or brings the open one to the front.
   * @param connect connects its page to the bench
   * @param address the address to show; undefined: the workbench, or what the window shows already
   */
  show(connect: Connect, address: string | undefined): void
  /** Shows a message in the window in place of the workbench. Resolves when the window is visible. */
  showMessage(message: Message): Promise<void>
  /** The message that was shown last, for its page; null: none was. */
  readonly message: () => Message | null
  /** Tells the page that the system opened a session file. */
  offerFile(): void
  /** Goes back or forward in the history of the window, if it is open. */
  readonly go: MenuActions['go']
  close(): void
}

interface OpenWindow {
  readonly window: BrowserWindow
  readonly shown: Promise<void>
  /** Connects the page to the bench; absent until there is one. */
  isServed: boolean
}

/** @param onShown called when a window can be seen */
export function createWorkbenchWindows(
  preload: string,
  { log, onShown }: { readonly log: DesktopLog; readonly onShown: () => void },
): WorkbenchWindows {
  let current: OpenWindow | null = null
  let message: Message | null = null

  const open = (): OpenWindow => {
    const { window, shown } = openWindow({ preload, state: join(app.getPath('userData'), 'window.json') })
    window.once('closed', () => {
      current = null
      // Customers' windows belong to the workbench: without it they would keep the program running.
      closeCustomerWindows()
    })
    recoverPage(window, { log, show: (text) => void showMessage(text) })
    void shown.then(onShown)
    return { window, shown, isServed: false }
  }
  const load = ({ window }: OpenWindow, address: string): void => {
    window.loadURL(address).catch((error: unknown) => {
      if (!window.isDestroyed()) log.log('error', 'The window could not load its page.', error)
    })
  }
  /** Runs code of ours in the page. */
  const run = ({ window }: OpenWindow, code: string): void => {
    window.webContents.executeJavaScript(code).catch((error: unknown) => {
      log.log('error', 'The window could not be told what to show.', error)
    })
  }
  const showMessage = (text: Message): Promise<void> => {
    message = text
    current ??= open()
    load(current, MESSAGE_URL)
    return current.shown
  }
  return {
    show(connect, address) {
      current ??= open()
      const { webContents } = current.window
      if (!current.isServed) {
        current.isServed = true
        serveWindow(webContents, connect, log.writeLine)
      }
      const shownNow = webContents.getURL()
      if (!isWorkbenchUrl(shownNow) || shownNow === MESSAGE_URL) {
        // Nobody wants to go back to the message.
        webContents.once('did-finish-load', () => {
          webContents.navigationHistory.clear()
        })
        load(current, address ?? WORKBENCH_URL)
        return
      }
      focusWindow(current.window)
      // Loading the address could reload the page, so let the page go to the hash itself.
      if (address !== undefined) run(current, `location.hash = ${JSON.stringify(new URL(address).hash)}`)
    },
    showMessage,
    message: () => message,
    offerFile() {
      // A page that is still being loaded asks by itself.
      if (current !== null) run(current, `window.dispatchEvent(new Event('paybench-file'))`)
    },
    go(direction) {
      const history = current?.window.webContents.navigationHistory
      if (direction === 'back') history?.goBack()
      else history?.goForward()
    },
    close: () => current?.window.close(),
  }
}
