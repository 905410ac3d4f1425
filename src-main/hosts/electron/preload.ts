import { contextBridge, ipcRenderer } from 'electron'
import { BENCH_CHANNEL, type DownwardMessage, type UpwardMessage } from './channel'

/** Milliseconds between attempts to open the connection. */
const REPEAT_MS = 100

const document = `${performance.timeOrigin}-${Math.random()}`
const listeners = new Set<(message: unknown) => void>()
/** Messages before the connection is open; null once it is. */
let waiting: unknown[] | null = []
let isOpening = false

const sendToMain = (message: UpwardMessage): void => ipcRenderer.send(BENCH_CHANNEL, message)

const open = (): void => {
  if (waiting === null) return
  sendToMain({ kind: 'open', document })
  setTimeout(open, REPEAT_MS)
}

ipcRenderer.on(BENCH_CHANNEL, (_event, sent: DownwardMessage) => {
  if (sent.document !== document) return
  if (sent.kind === 'message') {
    for (const listener of listeners) listener(sent.message)
    return
  }
  const held = waiting ?? []
  waiting = null
  for (const message of held) sendToMain({ kind: 'message', document, message })
})

/** Exposes a connection to Paybench, but neither Electron's objects nor the channel's name. Runs in the sandbox. */
contextBridge.exposeInMainWorld('paybench', {
  send(message: unknown): void {
    if (waiting === null) sendToMain({ kind: 'message', document, message })
    else waiting.push(message)
  },
  onMessage(listener: (message: unknown) => void): () => void {
    listeners.add(listener)
    if (!isOpening) {
      isOpening = true
      open()
    }
    return () => {
      listeners.delete(listener)
    }
  },
})
