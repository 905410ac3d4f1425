import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ended, startChild } from './child-process.mjs'
import { findElectron } from './electron-runtime.mjs'
import { showProgress } from './progress.mjs'
import { projectRoot, toolEnvironment } from './project.mjs'

/** @typedef {import('./display.mjs').Refusal} Refusal */

const silenceLimitMs = 10_000

const looksEveryMs = 250

const fetchTeller = new URL('tell-of-fetch.mjs', import.meta.url).href

/** A failed installation is not retried for this long: without a network, it would delay every start. */
const rememberedForMs = 24 * 3_600_000

/** Settings that decide whether the download can succeed: a change of one retries it. */
const settings = [
  ...['ELECTRON_MIRROR', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'],
  ...['npm_config_electron_mirror', 'npm_config_https_proxy', 'npm_config_proxy', 'npm_config_noproxy'],
]

const howToReachIt =
  'Where this computer reaches the internet through a proxy, set HTTPS_PROXY; where that proxy has its own certificate, NODE_EXTRA_CA_CERTS; for another download site, ELECTRON_MIRROR'

/** @param {string} root */
const memoryFile = (root) => join(root, 'node_modules/.cache/paybench/electron-not-installed.json')

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @returns {string} its value, in capitals or not; empty where it is not set
 */
const valueOf = (env, name) => env[name] || env[name.toLowerCase()] || ''

/**
 * Values may be secret, as the password of a proxy is: only their digest is kept.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 */
const digestOfSettings = (env) =>
  createHash('sha256')
    .update(JSON.stringify(settings.map((name) => valueOf(env, name))))
    .digest('hex')

/**
 * @param {number} ms
 * @returns {string}
 */
const ago = (ms) => {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/**
 * @param {{isWanted?: boolean, root?: string, env?: NodeJS.ProcessEnv, now?: number}} [options] where nothing but a
 *   window is wanted, an earlier failure does not count
 * @returns {Refusal | undefined} why no installation is tried now; undefined where one may succeed
 */
export const whyNotInstall = ({
  isWanted = false,
  root = projectRoot,
  env = process.env,
  now = Date.now(),
} = {}) => {
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  if (override !== '') {
    return {
      what: `there is no Electron executable in the folder of ELECTRON_OVERRIDE_DIST_PATH (${override})`,
      remedy: 'Give the folder of an unpacked Electron, or unset it',
    }
  }
  const skip = ['ELECTRON_SKIP_BINARY_DOWNLOAD', 'npm_config_electron_skip_binary_download'].find((name) =>
    Boolean(env[name]),
  )
  if (skip !== undefined) {
    return {
      what: `the Electron runtime is missing and is not downloaded, because ${skip} is set`,
      remedy: 'Unset it, or give the folder of an unpacked Electron in ELECTRON_OVERRIDE_DIST_PATH',
    }
  }
  if (isWanted) return undefined
  /** @type {{at?: unknown, reason?: unknown, settings?: unknown}} */
  let memory = {}
  try {
    memory = JSON.parse(readFileSync(memoryFile(root), 'utf8')) ?? {}
  } catch {
    return undefined // nothing is remembered, or nothing that can be read: it is tried
  }
  const { at, reason, settings } = memory
  if (typeof at !== 'number' || typeof reason !== 'string' || settings !== digestOfSettings(env))
    return undefined
  const age = now - at
  if (age < 0 || age >= rememberedForMs) return undefined
  return {
    what: `the Electron runtime could not be installed ${ago(age)} (${reason})`,
    remedy: 'This is remembered for a day; npm start -- --host electron tries it now',
  }
}

/**
 * Electron's installer heeds a proxy only where it is told to, and does not know npm's settings.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv} what is to be added
 */
const proxySettings = (env) => {
  const plain = valueOf(env, 'HTTP_PROXY') || valueOf(env, 'npm_config_proxy')
  const secure = valueOf(env, 'HTTPS_PROXY') || valueOf(env, 'npm_config_https_proxy') || plain
  if (secure === '') return {}
  const without = valueOf(env, 'NO_PROXY') || valueOf(env, 'npm_config_noproxy')
  return {
    ELECTRON_GET_USE_PROXY: '1',
    HTTPS_PROXY: secure,
    ...(plain === '' ? {} : { HTTP_PROXY: plain }),
    ...(without === '' ? {} : { NO_PROXY: without }),
  }
}

/**
 * Size of everything below a folder. The installer reports little of its progress; the size of what it has written shows it.
 * @param {string} folder
 * @returns {number} bytes
 */
const bytesBelow = (folder) => {
  try {
    let sum = 0
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) sum += statSync(join(entry.parentPath, entry.name)).size
    }
    return sum
  } catch {
    return 0 // not there yet, or a file went away while we looked
  }
}

/**
 * @param {string} said by the installer
 * @returns {string} "of n ", where it has said how large the download is
 */
const ofTotal = (said) => {
  const bytes = /^content-length: (\d+)$/m.exec(said)?.[1]
  return bytes === undefined ? '' : `of ${(Number(bytes) / 1_000_000).toFixed(1)} `
}

/** @typedef {{installer?: string, limitMs?: number, root?: string, step?: string}} Installation */

/**
 * Runs the Electron package's own installer once, shows its progress, and gives it up when nothing arrives.
 * @param {Installation} [installation] `step` begins the lines of its progress
 * @returns {Promise<Refusal | undefined>} undefined where the executable is there now
 */
export const installElectron = async (installation = {}) => {
  const { root = projectRoot } = installation
  const file = memoryFile(root)
  const reason = await runInstaller(installation)
  if (reason === undefined) {
    rmSync(file, { force: true })
    return undefined
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ at: Date.now(), reason, settings: digestOfSettings(process.env) }))
  return { what: `the Electron runtime could not be installed (${reason})`, remedy: howToReachIt }
}

/**
 * @param {Installation} installation
 * @returns {Promise<string | undefined>} why it failed
 */
const runInstaller = async ({
  root = projectRoot,
  installer = join(root, 'node_modules/electron/install.js'),
  limitMs = silenceLimitMs,
  step = '',
}) => {
  const scratch = mkdtempSync(join(tmpdir(), 'paybench-electron-'))
  const target = join(root, 'node_modules/electron/dist')
  const environment = toolEnvironment()
  const child = startChild(process.execPath, ['--import', fetchTeller, installer], {
    cwd: root,
    env: { ...environment, ...proxySettings(environment), TMPDIR: scratch, TEMP: scratch, TMP: scratch },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let received = 0
  let unpacked = 0
  let lastByteAt = Date.now()
  let abandoned = false
  /** @param {Buffer} chunk */
  const hear = (chunk) => {
    said = (said + chunk.toString('utf8')).slice(-4000)
    lastByteAt = Date.now()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const look = setInterval(
    () => {
      const seen = { received: bytesBelow(scratch), unpacked: bytesBelow(target) }
      if (seen.received !== received || seen.unpacked !== unpacked) lastByteAt = Date.now()
      ;({ received, unpacked } = seen)
      if (Date.now() - lastByteAt >= limitMs && !abandoned) {
        abandoned = true
        child.kill('SIGKILL')
      }
    },
    Math.min(looksEveryMs, limitMs),
  )
  const endProgress = showProgress(step, () =>
    unpacked > 0
      ? `Electron ${(unpacked / 1_000_000).toFixed(1)} MB unpacked`
      : `Electron ${(received / 1_000_000).toFixed(1)} ${ofTotal(said)}MB received`,
  )
  try {
    const { code } = await ended(child)
    if (abandoned) return `its download received nothing for ${limitMs / 1000} s`
    if (code !== 0) return reasonIn(said)
    return findElectron(root) === undefined ? 'its installer left no executable behind' : undefined
  } finally {
    clearInterval(look)
    endProgress()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * @param {string} output of the installer: a stack trace, and what tell-of-fetch.mjs adds
 * @returns {string} the line of it that a person wants to read
 */
const reasonIn = (output) => {
  const lines = output.split('\n').map((line) => line.trim())
  const cause = lines.find((line) => line.startsWith('cause: ')) ?? lines.find((line) => /error/i.test(line))
  return (cause ?? 'its installer failed without a message')
    .replace(/^cause: /, '')
    .replace(/^(\w*Error: )/, '')
    .slice(0, 200)
}
