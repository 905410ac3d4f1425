import { EventEmitter } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { appendSwitch, closeChromium, openChromium } from './chromium.mjs'
import { record } from './record.mjs'

/** An event whose default action can be prevented by its listeners. */
export const preventable = (fields = {}) => {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  }
  return event
}

/** Folder of the package.json above the script that runs. */
const applicationFolder = () => {
  let folder = dirname(resolve(process.argv[1] ?? '.'))
  while (dirname(folder) !== folder) {
    try {
      readFileSync(join(folder, 'package.json'))
      return folder
    } catch {
      folder = dirname(folder)
    }
  }
  throw new Error('There is no package.json above the main script')
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

class App extends EventEmitter {
  isPackaged = process.env['PAYBENCH_DOUBLE_PACKAGED'] === '1'
  commandLine = { appendSwitch }
  #paths = new Map([
    ['home', homedir()],
    ['temp', tmpdir()],
    ['appData', join(tmpdir(), 'paybench-double')],
    ['userData', join(tmpdir(), 'paybench-double', 'Paybench')],
  ])
  #ready = undefined
  #ending = false
  #lock = undefined

  constructor() {
    super()
    // Electron becomes ready once the main script's synchronous part has run.
    setImmediate(() => void this.whenReady().catch((error) => this.emit('double-failed', error)))
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => this.quit())
    process.on('exit', () => this.releaseSingleInstanceLock())
  }

  whenReady() {
    return (this.#ready ??= (async () => {
      await openChromium(this.getPath('userData'))
      this.emit('ready')
    })())
  }

  getPath(name) {
    const path = this.#paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  setPath(name, path) {
    this.#paths.set(name, path)
  }

  getAppPath() {
    return applicationFolder()
  }

  setAppUserModelId(id) {
    record('app-user-model-id', id)
  }

  setAsDefaultProtocolClient(scheme) {
    record('protocol-client', scheme)
    return true
  }

  requestSingleInstanceLock(additionalData = {}) {
    const file = join(this.getPath('userData'), 'double-instance')
    const handedOver = `${file}.data`
    mkdirSync(dirname(file), { recursive: true })
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
    } catch {
      const first = Number(readFileSync(file, 'utf8'))
      if (first !== process.pid && isAlive(first)) {
        writeFileSync(handedOver, JSON.stringify(additionalData))
        process.kill(first, 'SIGUSR2')
        return false
      }
      writeFileSync(file, String(process.pid))
    }
    this.#lock = file
    process.on('SIGUSR2', () => {
      record('second-instance')
      this.emit('second-instance', preventable(), [], '', JSON.parse(readFileSync(handedOver, 'utf8')))
    })
    return true
  }

  releaseSingleInstanceLock() {
    if (this.#lock !== undefined) rmSync(this.#lock, { force: true })
    this.#lock = undefined
  }

  quit() {
    const event = preventable()
    this.emit('before-quit', event)
    if (!event.defaultPrevented) this.exit(0)
  }

  exit(code = 0) {
    if (this.#ending) return
    this.#ending = true
    void closeChromium().finally(() => {
      this.emit('quit', preventable(), code)
      process.exit(code)
    })
  }
}

export const app = new App()
