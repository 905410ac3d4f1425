import { join } from 'node:path'
import { findElectron } from './electron-runtime.mjs'
import { runQuietly, showProgress } from './progress.mjs'
import { messageOf, projectRoot, toolEnvironment } from './project.mjs'

/** @typedef {import('./display.mjs').Refusal} Refusal */

const howToReachIt =
  'If this computer reaches the internet through a proxy, set HTTPS_PROXY, and NODE_EXTRA_CA_CERTS if that proxy has its own certificate; to download from another site, set ELECTRON_MIRROR. To use the browser instead: npm start -- --host browser'

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Refusal | undefined} what prevents the installation
 */
export const whyNotInstall = (env = process.env) => {
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  if (override !== '') {
    return {
      what: `there is no Electron executable in the folder of ELECTRON_OVERRIDE_DIST_PATH (${override})`,
      remedy: 'Set the variable to the folder of an unpacked Electron, or unset it',
    }
  }
  const skip = ['ELECTRON_SKIP_BINARY_DOWNLOAD', 'npm_config_electron_skip_binary_download'].find((name) =>
    Boolean(env[name]),
  )
  if (skip === undefined) return undefined
  return {
    what: `the Electron runtime is missing and will not be downloaded, because ${skip} is set`,
    remedy: 'Unset it, or give the folder of an unpacked Electron in ELECTRON_OVERRIDE_DIST_PATH',
  }
}

/**
 * Electron's installer uses a proxy only if configured to, and does not read npm's settings.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv} the variables to add
 */
const proxySettings = (env) => {
  /** @param {string[]} names */
  const firstOf = (...names) =>
    names.map((name) => env[name] || env[name.toLowerCase()]).find((value) => Boolean(value))
  const HTTP_PROXY = firstOf('HTTP_PROXY', 'npm_config_proxy')
  const HTTPS_PROXY = firstOf('HTTPS_PROXY', 'npm_config_https_proxy') ?? HTTP_PROXY
  const NO_PROXY = firstOf('NO_PROXY', 'npm_config_noproxy')
  return HTTPS_PROXY === undefined ? {} : { ELECTRON_GET_USE_PROXY: '1', HTTPS_PROXY, HTTP_PROXY, NO_PROXY }
}

/**
 * Runs the Electron package's own installer once and shows its progress.
 * @param {{installer?: string, root?: string, step?: string}} [installation] `step`: prefix of the progress lines
 * @returns {Promise<Refusal | undefined>} undefined if the executable is there now
 */
export const installElectron = async ({
  root = projectRoot,
  installer = join(root, 'node_modules/electron/install.js'),
  step = '',
} = {}) => {
  let progress = '0.0 MB received'
  const endProgress = showProgress(step, () => `Electron ${progress}`)
  /** @param {string} reason */
  const refusal = (reason) => ({
    what: `the Electron runtime could not be installed (${reason})`,
    remedy: howToReachIt,
  })
  const watchFetch = new URL('watch-fetch.mjs', import.meta.url).href
  const env = toolEnvironment()
  try {
    await runQuietly(
      'its installer',
      [process.execPath, '--import', watchFetch, installer],
      { cwd: root, env: { ...env, ...proxySettings(env) } },
      (line) => {
        const [, text] = /^progress: (.*)$/.exec(line) ?? []
        progress = text ?? progress
        return text !== undefined
      },
    )
  } catch (error) {
    return refusal(reasonIn(messageOf(error)))
  } finally {
    endProgress()
  }
  return findElectron(root) === undefined ? refusal('its installer left no executable behind') : undefined
}

/**
 * @param {string} output of the installer: a stack trace, and what watch-fetch.mjs adds
 * @returns {string} the line that states the cause, as shown to the user
 */
const reasonIn = (output) => {
  const lines = output.split('\n').map((line) => line.trim())
  const cause = lines.find((line) => line.startsWith('cause: ')) ?? lines.find((line) => /error/i.test(line))
  return (cause ?? 'its installer failed without a message')
    .replace(/^cause: /, '')
    .replace(/^(\w*Error: )/, '')
    .slice(0, 200)
}
