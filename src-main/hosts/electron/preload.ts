import { contextBridge, ipcRenderer } from 'electron'
import { BENCH_CHANNEL, type DownwardMessage, type UpwardMessage } from './channel'

/**
 * All that the page gets from the desktop: a connection to the bench. It runs in the sandbox, in a world of its own, and
 * hands out neither Electron's objects nor the channel's name.
 */
const document = `${performance.timeOrigin}-${Math.random()}`
const listeners = new Set<(message: unknown) => void>()

const tellMain = (message: UpwardMessage): void => {
  ipcRenderer.send(BENCH_CHANNEL, message)
}

ipcRenderer.on(BENCH_CHANNEL, (_event, sent: DownwardMessage) => {
  if (sent.document !== document) return
  for (const listener of listeners) listener(sent.message)
})
tellMain({ kind: 'open', document })

contextBridge.exposeInMainWorld('paybench', {
  send(message: unknown): void {
    tellMain({ kind: 'message', document, message })
  },
  onMessage(listener: (message: unknown) => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
})
