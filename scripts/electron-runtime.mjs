import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended, startChild } from './child-process.mjs'
import { projectRoot, say, toolEnvironment } from './project.mjs'

/** A download that receives no byte for so long is abandoned. */
const silenceLimitMs = 10_000

const looksEveryMs = 250

/** A line of progress appears at most so often. */
const reportsEveryMs = 2_000

/**
 * Looks for Electron's executable without loading its npm package, because loading it starts a download.
 * @param {string} [root] the project's folder
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} path of the executable; undefined where it is not installed
 */
export const findElectron = (root = projectRoot, env = process.env) => {
  const folder = join(root, 'node_modules/electron')
  const pathFile = join(folder, 'path.txt')
  const relative = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : undefined
  const override = env['ELECTRON_OVERRIDE_DIST_PATH']
  const executable =
    override !== undefined && override !== ''
      ? join(override, relative ?? executableName())
      : relative === undefined
        ? undefined
        : join(folder, 'dist', relative)
  return executable !== undefined && existsSync(executable) ? executable : undefined
}

const executableName = () => {
  if (process.platform === 'win32') return 'electron.exe'
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
}

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean} whether a window can be opened here at all
 */
export const hasDisplay = (env = process.env) =>
  process.platform !== 'linux' || Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY'])

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
 * Runs the Electron package's own installer once, shows its progress, and gives it up when nothing arrives.
 * @param {{installer?: string, limitMs?: number, root?: string}} [options]
 * @returns {Promise<string | undefined>} undefined where the executable is there now, else why it is not
 */
export const installElectron = async ({
  root = projectRoot,
  installer = join(root, 'node_modules/electron/install.js'),
  limitMs = silenceLimitMs,
} = {}) => {
  say('The Electron runtime is missing: installing it once')
  const scratch = mkdtempSync(join(tmpdir(), 'paybench-electron-'))
  const target = join(root, 'node_modules/electron/dist')
  const child = startChild(process.execPath, [installer], {
    cwd: root,
    env: { ...toolEnvironment(), TMPDIR: scratch, TEMP: scratch, TMP: scratch },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  /** @param {Buffer} chunk */
  const hear = (chunk) => {
    said = (said + chunk.toString('utf8')).slice(-4000)
    lastByteAt = Date.now()
  }
  let lastByteAt = Date.now()
  let lastReportAt = Date.now()
  let bytes = 0
  let abandoned = false
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const look = setInterval(
    () => {
      const now = Date.now()
      const seen = bytesBelow(scratch) + bytesBelow(target)
      if (seen !== bytes) {
        bytes = seen
        lastByteAt = now
      }
      if (now - lastReportAt >= reportsEveryMs) {
        lastReportAt = now
        say(`  Electron: ${(bytes / 1_000_000).toFixed(1)} MB received`)
      }
      if (now - lastByteAt >= limitMs && !abandoned) {
        abandoned = true
        child.kill('SIGKILL')
      }
    },
    Math.min(looksEveryMs, limitMs),
  )
  try {
    const { code } = await ended(child)
    if (abandoned) return `its download received nothing for ${limitMs / 1000} s`
    if (code !== 0) return reasonIn(said)
    return findElectron(root) === undefined ? 'its installer left no executable behind' : undefined
  } finally {
    clearInterval(look)
    rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * @param {string} output of the installer: a stack trace with the causes below
 * @returns {string} the line of it that a person wants to read
 */
const reasonIn = (output) => {
  const lines = output.split('\n').map((line) => line.trim())
  const cause = lines.find((line) => /\b(E[A-Z]{4,}|UND_ERR_\w+|self[- ]signed|certificate)\b/.test(line))
  const first = lines.find((line) => /error/i.test(line))
  if (cause === undefined && first?.endsWith('fetch failed') === true)
    return 'its download site cannot be reached'
  const line = cause ?? first ?? 'its installer failed without a message'
  return line
    .replace(/^(\[cause\]: )?(\w*Error: )?/, '')
    .replace(/[{,]$/, '')
    .trim()
}
