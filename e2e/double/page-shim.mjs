/** Name under which the page reaches the double before the preload runs. Removed again at once. */
export const BINDING = '__paybenchDouble'

/** Name by which the double reaches the preload's listeners. */
export const DISPATCH = '__paybenchDoubleDispatch'

/**
 * Runs in every frame before its own scripts. Only the main frame of a window gets the preload, as in Electron
 * without nodeIntegrationInSubFrames; frames and popups get nothing at all.
 */
const shim = (binding, dispatch, platform, runPreload) => {
  const call = window[binding]
  delete window[binding]
  if (window !== window.top || window.opener !== null || runPreload === null) return

  const listeners = new Map()
  const ipcRenderer = {
    send(channel, ...args) {
      void call(channel, structuredClone(args))
    },
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
  }
  Object.defineProperty(window, dispatch, {
    value: (channel, args) => {
      for (const listener of listeners.get(channel) ?? []) listener({ sender: ipcRenderer }, ...args)
    },
  })
  const asExposed = (value) => {
    if (typeof value === 'function') return (...args) => value(...args)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    return Object.freeze(
      Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asExposed(inner)])),
    )
  }
  const contextBridge = {
    exposeInMainWorld(name, value) {
      Object.defineProperty(window, name, { value: asExposed(value), enumerable: true })
    },
  }
  const require = (name) => {
    if (name === 'electron' || name === 'electron/renderer') return { ipcRenderer, contextBridge }
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  const process = {
    platform,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    env: {},
    versions: {},
  }
  runPreload(module.exports, require, module, process)
}

/**
 * @param {string | undefined} preload source of the preload script
 * @returns {string} the script to run first on every page
 */
export const initScript = (preload) => {
  const runPreload =
    preload === undefined ? 'null' : `function (exports, require, module, process) {\n${preload}\n}`
  return `(${shim.toString()})(${JSON.stringify(BINDING)}, ${JSON.stringify(DISPATCH)}, ${JSON.stringify(process.platform)}, ${runPreload})`
}
