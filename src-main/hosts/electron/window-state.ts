import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { BrowserWindow } from 'electron'

/** In device-independent pixels, like the state of a window. */
type Area = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>

export const MIN_WIDTH = 900
export const MIN_HEIGHT = 600

/** Pixels of a window that must be on a screen so that a person can drag it. */
const MIN_VISIBLE_PX = 80

const length = z.int().min(1).max(100_000)
const coordinate = z.int().min(-100_000).max(100_000)
/** `position`: null if the system chooses it. */
const storedState = z.strictObject({
  position: z.strictObject({ x: coordinate, y: coordinate }).nullable(),
  width: length,
  height: length,
  maximized: z.boolean(),
})
export type WindowState = Readonly<z.infer<typeof storedState>>

const FIRST_STATE: WindowState = { position: null, width: 1360, height: 860, maximized: false }

/** Shrinks a window to its screen, but not below the minimum; drops a position with an unreachable title bar. */
export function fitToScreens(state: WindowState, screens: readonly Area[]): WindowState {
  const { position } = state
  const screen =
    position === null ? screens[0] : screens.find((area) => isReachable({ ...state, ...position }, area))
  const largest = screen ?? screens[0]
  const width = Math.max(MIN_WIDTH, Math.min(state.width, largest?.width ?? state.width))
  const height = Math.max(MIN_HEIGHT, Math.min(state.height, largest?.height ?? state.height))
  return { ...state, width, height, position: screen === undefined ? null : position }
}

function isReachable(window: Area, screen: Area): boolean {
  const right = Math.min(window.x + window.width, screen.x + screen.width)
  const left = Math.max(window.x, screen.x)
  const bottom = screen.y + screen.height - MIN_VISIBLE_PX
  return right - left >= MIN_VISIBLE_PX && window.y >= screen.y && window.y <= bottom
}

/** Returns the default state if the file is missing or damaged. */
export function readWindowState(file: string): WindowState {
  try {
    return storedState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return FIRST_STATE
  }
}

/** Ignores errors: the next window then opens with the state stored before, or the default state. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(state))
    renameSync(`${file}.new`, file)
  } catch {
    return
  }
}

/** Milliseconds. On Wayland a hidden window may never paint. */
const PAINT_LIMIT_MS = 2_000

/**
 * Shows a window once its page has painted, loaded or failed to load, or after {@link PAINT_LIMIT_MS}.
 * Maximizes it only then, because maximizing shows a window at once.
 * @returns a promise that resolves when the window is shown or closed
 */
export function showWhenPainted(window: BrowserWindow, isMaximized = false): Promise<void> {
  return new Promise((resolve) => {
    let isDone = false
    const settle = (show: () => void): void => {
      if (isDone) return
      isDone = true
      clearTimeout(limit)
      show()
      resolve()
    }
    const show = (): void =>
      settle(() => {
        if (isMaximized) window.maximize()
        window.show()
      })
    const limit = setTimeout(show, PAINT_LIMIT_MS)
    window.once('ready-to-show', show)
    window.webContents.once('did-finish-load', show)
    window.webContents.once('did-fail-load', show)
    window.once('closed', () => settle(() => undefined))
  })
}
