import { ipcMain, type IpcMainEvent, type WebContents } from 'electron'
import { z } from 'zod'
import type { Connection } from '#protocol/connection'
import { BENCH_CHANNEL, type DownwardMessage, type UpwardMessage } from './channel'
import { isTrustedSender } from './trusted-sender'
import { isWorkbenchUrl } from './workbench-address'
import { quotedText } from '#lib/limits/bounded-text'
import { readShape } from '#protocol/read-shape'

const upwardMessage: z.ZodType<UpwardMessage> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open'), document: z.string().max(100) }),
  z.strictObject({ kind: z.literal('message'), document: z.string().max(100), message: z.unknown() }),
])

/** Opens a connection to the bench; returns the function that ends it. */
export type Connect = (connection: Connection) => () => void

/**
 * Opens a connection to the bench for every load of the workbench page, and ends it with the page. Drops messages from
 * any other sender, and logs each address that sent one. Returns the function that stops serving.
 */
export function serveWindow(
  contents: WebContents,
  connect: Connect,
  writeLine: (line: string) => void,
): () => void {
  let current: {
    readonly document: string
    readonly receive: (message: unknown) => void
    readonly end: () => void
  } | null = null

  const endCurrent = (): void => {
    current?.end()
    current = null
  }

  const sendDown = (message: DownwardMessage): void => {
    if (!contents.isDestroyed()) contents.send(BENCH_CHANNEL, message)
  }

  const open = (document: string): void => {
    sendDown({ kind: 'opened', document })
    // Asked again before the answer arrived.
    if (document === current?.document) return
    endCurrent()
    const listeners = new Set<(message: unknown) => void>()
    const end = connect({
      send(message) {
        sendDown({ kind: 'message', document, message })
      },
      onMessage(listener) {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
    })
    const receive = (message: unknown): void => {
      for (const listener of listeners) listener(message)
    }
    current = { document, receive, end }
  }

  let lastRefused: string | null = null
  const refuse = (address: string): void => {
    // A page without an address yet asks again ten times a second.
    if (address === lastRefused) return
    lastRefused = address
    writeLine(`A message was dropped: its frame is not the workbench: ${quotedText(address)}.`)
  }

  const onMessage = (event: IpcMainEvent, raw: unknown): void => {
    if (!isTrustedSender(event, contents, isWorkbenchUrl)) {
      const address = event.senderFrame?.url ?? ''
      refuse(address === '' ? 'it has no address' : address)
      return
    }
    const parsed = readShape(upwardMessage, raw)
    if (!parsed.success) {
      writeLine('A message of unknown shape was dropped.')
      return
    }
    if (parsed.data.kind === 'open') open(parsed.data.document)
    else if (parsed.data.document === current?.document) current.receive(parsed.data.message)
  }

  ipcMain.on(BENCH_CHANNEL, onMessage)
  contents.on('render-process-gone', endCurrent)
  const stop = (): void => {
    ipcMain.off(BENCH_CHANNEL, onMessage)
    endCurrent()
  }
  contents.once('destroyed', stop)
  return stop
}
