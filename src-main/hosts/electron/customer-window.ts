import { BrowserWindow, session, type Session, type WebContents } from 'electron'
import { quotedText } from '#lib/limits/bounded-text'
import { messagePage, type Message } from './page-files'
import { trustOwnListeners } from './guards'
import { showWhenPainted } from './window-state'

/**
 * The session that all customers' windows share. Its cookies and storage are in memory, separate from those of the
 * workbench, and the scheme of the workbench is not registered in it.
 */
const PARTITION = 'customer'

const windows = new Map<WebContents, BrowserWindow>()

/** What the program provides to customers' windows. */
export interface CustomerWindows {
  readonly writeLine: (line: string) => void
  /** Called for every download that a customer's page starts, after it was refused. */
  readonly onDownload: (address: string) => void
  /** The certificate of our authority; null where there is no bench. */
  readonly caPem: () => string | null
}

/** Chromium's code for a load that something newer replaced. */
const ERR_ABORTED = -3

let isWatched = false

/** Opens the session of customers' windows. Their pages get no permission and no device, and cannot save files. */
function lockedSession({ onDownload, caPem }: CustomerWindows): Session {
  const customers = session.fromPartition(PARTITION)
  if (!isWatched) {
    isWatched = true
    customers.on('will-download', (event, item) => {
      event.preventDefault()
      onDownload(item.getURL())
    })
    trustOwnListeners(customers, caPem)
  }
  customers.setPermissionRequestHandler((_contents, _permission, decide) => {
    decide(false)
  })
  customers.setPermissionCheckHandler(() => false)
  customers.setDevicePermissionHandler(() => false)
  return customers
}

/** Whether contents belong to a window that shows the shop or the form. */
export function isCustomerWindow(contents: WebContents): boolean {
  return windows.has(contents)
}

/**
 * Opens a window that shows the shop or the form as a customer's browser would. The page belongs to another origin, so
 * the window has no preload, no Node, no opener and no access to the workbench.
 */
export function openCustomerWindow(url: string, program: CustomerWindows): void {
  const window = new BrowserWindow({
    title: 'Customer',
    width: 1280,
    height: 860,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      session: lockedSession(program),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  const { webContents } = window
  windows.set(webContents, window)
  void showWhenPainted(window)
  window.once('closed', () => {
    windows.delete(webContents)
  })
  const load = (address: string): void => {
    // Why a page could not be loaded is shown in the window, and logged there.
    window.loadURL(address).catch(() => undefined)
  }
  const explain = (message: Message): void => {
    program.writeLine(`A customer's window: ${message.message}`)
    if (!window.isDestroyed())
      load(`data:text/html;charset=utf-8,${encodeURIComponent(messagePage(message))}`)
  }
  webContents.on('did-fail-load', (_event, code, description, address, isMainFrame) => {
    if (!isMainFrame || code === ERR_ABORTED || address.startsWith('data:')) return
    explain({
      title: 'This page could not be loaded',
      message: `${quotedText(address)}: ${description}.`,
      remedy: 'Check that its server runs, then open the page again from the workbench.',
    })
  })
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    explain({
      title: 'This page has stopped',
      message: `Its process ended (${reason}). The payment is not affected.`,
      remedy: 'Open the page again from the workbench.',
    })
  })
  load(url)
}

/** Counts the windows that show the shop or the form. */
export function customerWindowCount(): number {
  return windows.size
}

/** Closes every window that shows the shop or the form. Their pages cannot prevent it. */
export function closeCustomerWindows(): void {
  for (const window of windows.values()) window.destroy()
}
