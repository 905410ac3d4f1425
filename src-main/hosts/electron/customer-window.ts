import { BrowserWindow, session, type Session, type WebContents } from 'electron'

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
}

let isWatched = false

/** Opens the session of customers' windows. Their pages get no permission and no device, and cannot save files. */
function lockedSession({ onDownload }: CustomerWindows): Session {
  const customers = session.fromPartition(PARTITION)
  if (!isWatched) {
    isWatched = true
    customers.on('will-download', (event, item) => {
      event.preventDefault()
      onDownload(item.getURL())
    })
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
  window.once('ready-to-show', () => {
    window.show()
  })
  window.once('closed', () => {
    windows.delete(webContents)
  })
  window.loadURL(url).catch((error: unknown) => {
    program.writeLine(`The customer's window could not load its page: ${String(error)}`)
  })
}

/** Counts the windows that show the shop or the form. */
export function customerWindowCount(): number {
  return windows.size
}

/** Closes every window that shows the shop or the form. Their pages cannot prevent it. */
export function closeCustomerWindows(): void {
  for (const window of windows.values()) window.destroy()
}
