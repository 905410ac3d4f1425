import { execFile } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'
import { sandboxHelper, privilege } from './electron-runtime.mjs'

/** @typedef {import('./display.mjs').Refusal} Refusal */
/**
 * What Electron printed before it ended without a window, or why its process could not be started.
 * @typedef {{executable: string, said: string, error: NodeJS.ErrnoException | undefined}} EarlyEnding
 */

const missingLibrary = /error while loading shared libraries: ([\w.+-]{1,100}):/
const sandboxFailed = /SUID sandbox helper binary|No usable sandbox|Failed to move to new namespace/
const displayRefused =
  /Missing X server or \$DISPLAY|[Uu]nable to open X display|[Cc]annot open display|Failed to connect to Wayland display/

const again =
  'To have it installed again, delete node_modules/electron/dist; where ELECTRON_OVERRIDE_DIST_PATH is set, replace what is in that folder'

/**
 * Looks at the beginning of the file, because what the system cannot read as a program it may hand to a shell.
 * @param {string} executable
 * @returns {Refusal | undefined} why it cannot be a program
 */
export const whyNoProgram = (executable) => {
  if (process.platform !== 'linux') return undefined
  const start = Buffer.alloc(4)
  try {
    const file = openSync(executable, 'r')
    readSync(file, start, {})
    closeSync(file)
  } catch {
    return undefined // starting it will show why it cannot be read
  }
  const mark = start.toString('latin1')
  return mark === '\u007FELF' || mark.startsWith('#!') ? undefined : damaged(executable)
}

/**
 * @param {string} executable
 * @returns {Refusal}
 */
const damaged = (executable) => ({
  what: `the Electron executable is damaged: the system does not recognize it as a program (${executable})`,
  remedy: again,
})

/**
 * The loader names the first library that is missing; asked for a list, it names all.
 * @param {string} executable
 * @returns {Promise<readonly string[]>}
 */
const listMissing = (executable) =>
  new Promise((resolve) => {
    const env = { ...process.env, LD_TRACE_LOADED_OBJECTS: '1' }
    execFile(executable, { env, timeout: 2_000, killSignal: 'SIGKILL' }, (_error, stdout) => {
      resolve([...stdout.matchAll(/^\s*([\w.+-]{1,100}) => not found/gm)].map(([, name = '']) => name))
    })
  })

/**
 * @param {NodeJS.ErrnoException} error
 * @param {string} executable
 * @returns {Refusal}
 */
const whyNotStarted = ({ code, message }, executable) => {
  switch (code) {
    case 'EACCES':
      return {
        what: `the system may not run the Electron executable (permission denied: ${executable})`,
        remedy: `Make it executable with chmod +x "${executable}", and keep the project where programs may run`,
      }
    case 'ENOEXEC':
    case 'UNKNOWN':
      return damaged(executable)
    default:
      return { what: `Electron could not be started (${message})`, remedy: again }
  }
}

/**
 * @param {EarlyEnding} ending
 * @returns {Promise<Refusal | undefined>} undefined where the cause is unknown
 */
export const whyEndedEarly = async ({ executable, said, error }) => {
  if (error !== undefined) return whyNotStarted(error, executable)
  const library = missingLibrary.exec(said)?.[1]
  if (library !== undefined) {
    const libraries = [...new Set([library, ...(await listMissing(executable))])]
    return {
      what: `Electron needs libraries that this system does not have (${libraries.join(', ')})`,
      remedy:
        'Install the packages of your distribution that contain them. On Debian and Ubuntu most come with libgtk-3-0, libnss3, libgbm1 and libasound2 (from Ubuntu 24.04 and Debian 13 on: libasound2t64)',
    }
  }
  if (sandboxFailed.test(said)) {
    return {
      what: "Chromium's sandbox cannot start on this system",
      remedy: `To let it: ${privilege(sandboxHelper(executable))}`,
    }
  }
  const refused = displayRefused.exec(said)?.[0]
  if (refused !== undefined) {
    return {
      what: `the display refused the window (${refused})`,
      remedy: 'Check that DISPLAY or WAYLAND_DISPLAY belongs to your desktop session',
    }
  }
  return undefined
}
