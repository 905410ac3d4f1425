import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import { join } from 'node:path'
import {
  fitToScreens,
  MIN_HEIGHT,
  MIN_WIDTH,
  readWindowState,
  showWhenPainted,
  writeWindowState,
} from './window-state'

/** Files that the window needs. */
export interface WindowFiles {
  readonly preload: string
  /** File that stores the position and size of the window. */
  readonly state: string
}

/** The installed program has its icon from the system. */
const developmentIcon = (): { readonly icon?: string } =>
  app.isPackaged ? {} : { icon: join(app.getAppPath(), 'resources/icons/256x256.png') }

/** A window, and when it can be seen. */
export interface OpenedWindow {
  readonly window: BrowserWindow
  /** Resolves when the window is shown, or was closed before. */
  readonly shown: Promise<void>
}

/** Opens the window at its last position. */
export function openWindow(files: WindowFiles): OpenedWindow {
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
    ...developmentIcon(),
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
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds()
    writeWindowState(files.state, { position: { x, y }, width, height, maximized: window.isMaximized() })
  })
  return { window, shown: showWhenPainted(window, state.maximized) }
}

/** Brings the window to the front. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
