import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { isAbsolute, join } from 'node:path'

/**
 * Why there is no window, and what to do about it.
 * @typedef {{what: string, remedy: string}} Refusal
 */

const answersWithinMs = 1_000

const shownCharacters = 60

const firstPort = 6_000
const lastDisplay = 65_535 - firstPort

/** @typedef {{path: string} | {host: string, port: number}} Address */

/**
 * @param {Address} address
 * @returns {Promise<boolean>} whether something accepts a connection there
 */
const answers = (address) =>
  new Promise((resolve) => {
    const socket = connect(address)
    /** @param {boolean} answer */
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(answersWithinMs, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

/**
 * @param {string} display the value of DISPLAY: `:0`, `:0.0`, `unix:0`, `host:10.0`, or the path of a socket with a number
 * @returns {readonly Address[]} where its X server may listen; none where the value cannot be used
 */
const addressesOfX = (display) => {
  const [, host = '', digits = ''] = /^(.*):(\d{1,5})(?:\.\d+)?$/.exec(display) ?? []
  if (digits === '' || Number(digits) > lastDisplay) return []
  if (isAbsolute(host)) return [{ path: host }, { path: display }]
  if (host !== '' && host !== 'unix' && !host.endsWith('/unix'))
    return [{ host: host.replace(/^\[(.*)\]$/, '$1'), port: firstPort + Number(digits) }]
  const path = `/tmp/.X11-unix/X${digits}`
  // Some servers have only the abstract name, and no file.
  return [{ path }, { path: `\0${path}` }]
}

/**
 * @param {string} display the value of WAYLAND_DISPLAY: a path, or a name in XDG_RUNTIME_DIR
 * @param {string} folder
 * @returns {readonly Address[]}
 */
const addressesOfWayland = (display, folder) => {
  if (isAbsolute(display)) return [{ path: display }]
  return folder === '' ? [] : [{ path: join(folder, display) }]
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} what is wrong; undefined where a display answers
 */
const problemOnLinux = async (env) => {
  const { DISPLAY = '', WAYLAND_DISPLAY = '', XDG_RUNTIME_DIR = '' } = env
  const given = Object.entries({ DISPLAY, WAYLAND_DISPLAY }).filter(([, value]) => value !== '')
  if (given.length === 0) return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)'
  const addresses = [
    ...(DISPLAY === '' ? [] : addressesOfX(DISPLAY)),
    ...(WAYLAND_DISPLAY === '' ? [] : addressesOfWayland(WAYLAND_DISPLAY, XDG_RUNTIME_DIR)),
  ]
  const found = await Promise.all(addresses.map(answers))
  if (found.includes(true)) return undefined
  const values = given.map(([name, value]) => `${name}=${value.slice(0, shownCharacters)}`)
  return `no display answers (${values.join(', ')})`
}

/**
 * macOS: without a login session, as over SSH, no window can be opened.
 * @returns {Promise<string | undefined>}
 */
const problemOnMac = () =>
  new Promise((resolve) => {
    execFile('launchctl', ['managername'], { timeout: 2_000 }, (error, stdout) => {
      const session = stdout.trim()
      resolve(
        error === null && session !== 'Aqua'
          ? `there is no login session with a screen (launchctl names this one ${session.slice(0, shownCharacters)})`
          : undefined,
      )
    })
  })

/**
 * Looks for a display before anything is downloaded for its sake.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Refusal | undefined>} undefined where a window can be opened
 */
export const whyNoDisplay = async (env = process.env) => {
  const what =
    process.platform === 'linux'
      ? await problemOnLinux(env)
      : process.platform === 'darwin'
        ? await problemOnMac()
        : undefined
  return what === undefined ? undefined : { what, remedy: 'For the window, run it in a desktop session' }
}
