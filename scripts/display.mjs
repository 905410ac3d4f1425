import { execFile } from 'node:child_process'

/**
 * Why there is no window, and what to do about it.
 * @typedef {{what: string, remedy: string}} Refusal
 */

/** macOS: without a login session, as over SSH, no window can be opened. */
const problemOnMac = () =>
  new Promise((resolve) => {
    execFile('launchctl', ['managername'], { timeout: 2_000 }, (error, stdout) => {
      const session = stdout.trim()
      resolve(
        error === null && session !== 'Aqua'
          ? `there is no login session with a screen (launchctl managername reports ${session.slice(0, 60)})`
          : undefined,
      )
    })
  })

/**
 * Looks for a display before anything is downloaded. Whether the display responds is known only once Chromium starts.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Refusal | undefined>} undefined if nothing rules out a window
 */
export const whyNoDisplay = async ({ DISPLAY, WAYLAND_DISPLAY } = process.env) => {
  const what =
    process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY
      ? 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)'
      : process.platform === 'darwin'
        ? await problemOnMac()
        : undefined
  return what === undefined ? undefined : { what, remedy: 'For a window, run Paybench in a desktop session' }
}
