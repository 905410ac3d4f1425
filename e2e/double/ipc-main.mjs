import { EventEmitter } from 'node:events'

class IpcMain extends EventEmitter {
  #handlers = new Map()

  handle(channel, handler) {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  removeHandler(channel) {
    this.#handlers.delete(channel)
  }

  /** For the double alone: handles an `invoke` from a page. */
  async answer(channel, event, args) {
    const handler = this.#handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return structuredClone(await handler(event, ...args))
  }
}

export const ipcMain = new IpcMain()
