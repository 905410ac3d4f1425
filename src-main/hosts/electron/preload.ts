import { contextBridge, ipcRenderer } from 'electron'
import { BENCH_CHANNEL, type DownwardMessage, type UpwardMessage } from './channel'

/**
 * Exposes a connection to the bench to the page, and nothing else. The preload runs in the sandbox, isolated from the
 * page, and exposes neither objects of Electron nor the name of the channel.
 */
const document = `${performance.timeOrigin}-${Math.random()}`
const listeners = new Set<(message: unknown) => void>()

const sendToMain = (message: UpwardMessage): void => {
  ipcRenderer.send(BENCH_CHANNEL, message)
}

ipcRenderer.on(BENCH_CHANNEL, (_event, sent: DownwardMessage) => {
  if (sent.document !== document) return
  for (const listener of listeners) listener(sent.message)
})
sendToMain({ kind: 'open', document })

contextBridge.exposeInMainWorld('paybench', {
  send(message: unknown): void {
    sendToMain({ kind: 'message', document, message })
  },
  onMessage(listener: (message: unknown) => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
})
