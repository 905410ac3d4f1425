// Parts of the desktop that headless Chromium lacks: they record what they are asked to do.
import { EventEmitter } from 'node:events'
import { app, preventable } from './app.mjs'
import { record } from './record.mjs'

const flatten = (items) =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])])

export class Menu {
  static #current = null

  static buildFromTemplate(template) {
    const menu = new Menu()
    menu.items = template
    return menu
  }

  popup() {
    record('context-menu', JSON.parse(JSON.stringify(this.items)))
  }

  static setApplicationMenu(menu) {
    Menu.#current = menu
    record('menu', JSON.parse(JSON.stringify(menu?.items ?? [])))
  }

  static getApplicationMenu() {
    return Menu.#current
  }
}

process.on('message', (message) => {
  if (message === null || typeof message !== 'object') return
  if (typeof message.openUrl === 'string') app.emit('open-url', preventable(), message.openUrl)
  if (typeof message.openFile === 'string') app.emit('open-file', preventable(), message.openFile)
  if (typeof message.click !== 'string') return
  const item = flatten(Menu.getApplicationMenu()?.items ?? []).find(({ label }) => label === message.click)
  if (item?.click === undefined) record('no-such-menu-item', message.click)
  else item.click()
})
// A listener for messages would keep the process alive; the program itself decides when to end.
process.channel?.unref()

export const shell = {
  async openExternal(url) {
    record('open-external', url)
  },
  async openPath(path) {
    record('open-path', path)
    return ''
  },
}

export const dialog = {
  showErrorBox(title, content) {
    record('error-box', { title, content })
    process.stderr.write(`${title}: ${content}\n`)
  },
  async showMessageBox(...given) {
    const options = given.at(-1)
    record('message-box', options)
    // The last button is the one that performs an action.
    return { response: (options.buttons?.length ?? 1) - 1, checkboxChecked: false }
  },
}

export const crashReporter = { start: (options) => record('crash-reporter', options) }

/** @param {string} partition empty for the default session */
const recordingSession = (partition) =>
  Object.assign(new EventEmitter(), {
    partition,
    setPermissionRequestHandler: () => record('permission-request-handler', partition),
    setPermissionCheckHandler: () => record('permission-check-handler', partition),
    setDevicePermissionHandler: () => record('device-permission-handler', partition),
    setCertificateVerifyProc: () => record('certificate-verify-proc', partition),
  })

const sessions = new Map([['', recordingSession('')]])

export const session = {
  defaultSession: sessions.get(''),
  fromPartition(partition) {
    const known = sessions.get(partition) ?? recordingSession(partition)
    sessions.set(partition, known)
    return known
  },
}

export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false })

export const clipboard = { writeText: (text) => record('clipboard', text) }

const area = { x: 0, y: 0, width: 1920, height: 1080 }
const display = { id: 1, bounds: area, workArea: area, scaleFactor: 1 }
export const screen = { getAllDisplays: () => [display] }
