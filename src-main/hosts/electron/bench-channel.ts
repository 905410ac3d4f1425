import { ipcMain, type IpcMainEvent, type WebContents } from 'electron'
import { z } from 'zod'
import type { Connection } from '../../protocol/connection'
import { BENCH_CHANNEL, type DownwardMessage, type UpwardMessage } from './channel'
import { isTrustedSender } from './trusted-sender'
import { isWorkbenchUrl } from './workbench-address'
import { readShape } from '../../protocol/read-shape'

const upwardMessage: z.ZodType<UpwardMessage> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open'), document: z.string().max(100) }),
  z.strictObject({ kind: z.literal('message'), document: z.string().max(100), message: z.unknown() }),
])

/** Opens a connection to the bench; returns the function that ends it. */
export type Connect = (connection: Connection) => () => void

/**
 * Opens a connection to the bench for every load of the workbench page, and ends it with the page. Drops and logs
 * messages from any other sender. Returns the function that stops serving.
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

  const open = (document: string): void => {
    endCurrent()
    const listeners = new Set<(message: unknown) => void>()
    const end = connect({
      send(message) {
        if (contents.isDestroyed()) return
        contents.send(BENCH_CHANNEL, { document, message } satisfies DownwardMessage)
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

  const onMessage = (event: IpcMainEvent, raw: unknown): void => {
    if (!isTrustedSender(event, contents, isWorkbenchUrl)) {
      writeLine('A message from a frame that is not the workbench was dropped.')
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
