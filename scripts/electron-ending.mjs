import { privilege, sandboxHelper } from './electron-runtime.mjs'

/** @typedef {import('./display.mjs').Refusal} Refusal */
/**
 * What Electron printed before it ended without a window, or why its process could not be started.
 * @typedef {{executable: string, said: string, error: NodeJS.ErrnoException | undefined}} EarlyEnding
 */

const again =
  'To reinstall it, delete node_modules/electron/dist; if ELECTRON_OVERRIDE_DIST_PATH is set, replace the contents of that folder'

/**
 * What Electron prints when it cannot start, and what that means.
 * @type {readonly {pattern: RegExp, what: (found: string) => string, remedy: (executable: string) => string}[]}
 */
const knownLastWords = [
  {
    pattern: /(?<=error while loading shared libraries: )[\w.+-]{1,100}(?=:)/,
    what: (library) => `Electron needs libraries that this system does not have (${library})`,
    remedy: () =>
      'Install the packages of your distribution that contain them. On Debian and Ubuntu most come with libgtk-3-0, libnss3, libgbm1 and libasound2 (libasound2t64 since Ubuntu 24.04 and Debian 13)',
  },
  {
    pattern: /SUID sandbox helper binary|No usable sandbox|Failed to move to new namespace/,
    what: () => "Chromium's sandbox cannot start on this system",
    remedy: (executable) => `To allow it: ${privilege(sandboxHelper(executable))}`,
  },
  {
    pattern:
      /Missing X server or \$DISPLAY|[Uu]nable to open X display|[Cc]annot open display|Failed to connect to Wayland display/,
    what: (refused) => `the display refused the window (${refused})`,
    remedy: () => 'Check that DISPLAY or WAYLAND_DISPLAY belongs to your desktop session',
  },
]

/**
 * @param {EarlyEnding} ending
 * @returns {Refusal | undefined} undefined if the cause is unknown
 */
export const whyEndedEarly = ({ executable, said, error }) => {
  if (error?.code === 'EACCES') {
    return {
      what: `the Electron executable cannot be run (permission denied: ${executable})`,
      remedy: `Make it executable with chmod +x "${executable}", and keep the project on a file system that permits programs`,
    }
  }
  if (error !== undefined) return { what: `Electron could not be started (${error.message})`, remedy: again }
  for (const { pattern, what, remedy } of knownLastWords) {
    const found = pattern.exec(said)?.[0]
    if (found !== undefined) return { what: what(found), remedy: remedy(executable) }
  }
  return undefined
}
