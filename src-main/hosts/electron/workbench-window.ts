import { BrowserWindow, nativeTheme, screen } from 'electron'
import { fitToScreens, MIN_HEIGHT, MIN_WIDTH, readWindowState, writeWindowState } from './window-state'

/** Files that the window needs. */
export interface WindowFiles {
  readonly preload: string
  /** File that stores the position and size of the window. */
  readonly state: string
}

/** Opens the window at its last position. The window appears once the page has painted. */
export function openWindow(files: WindowFiles): BrowserWindow {
  const state = fitToScreens(
    readWindowState(files.state),
    screen.getAllDisplays().map(({ workArea }) => workArea),
  )
  const window = new BrowserWindow({
    title: 'Paybench',
    width: state.width,
    height: state.height,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    ...(state.position ?? {}),
    show: false,
    // Use the colour of the empty page, so that a dark desktop does not flash white.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      preload: files.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  if (state.maximized) window.maximize()
  window.once('ready-to-show', () => {
    window.show()
  })
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds()
    writeWindowState(files.state, { position: { x, y }, width, height, maximized: window.isMaximized() })
  })
  return window
}

/** Brings the window to the front. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
