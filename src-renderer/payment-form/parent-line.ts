import { isObject, type JsonObject, readJson } from './own-json'

/** The line to the page around the form (contract 8.6). */
export interface ParentLine {
  /** False in a tab of its own: then nothing is ever said. */
  readonly framed: boolean
  /** Sends, or keeps until the page has said who we are. */
  readonly post: (message: string, data?: unknown, beside?: JsonObject) => void
  /** Calls back once everything said so far is out, or after a while without a page that listens. */
  readonly whenSent: (next: () => void) => void
}

/** After that long nobody will link us any more; what then waits for the messages goes on without them. */
const PATIENCE_MS = 5_000

/**
 * Listens for the page around us. Its `link` gives us our guid; until then everything is kept, in order. A later `link`
 * with another guid counts from then on (contract 8.6). `heard` gets every other message of the page.
 */
export function openParentLine(heard: (message: string, body: JsonObject) => void): ParentLine {
  const parent = window.parent
  const framed = parent !== window
  let guid: string | null = null
  let queue: JsonObject[] = []
  let waiting: (() => void)[] = []

  const send = (body: JsonObject): void => {
    parent.postMessage(JSON.stringify({ ...body, guid }), '*')
  }
  const goOn = (): void => {
    const callbacks = waiting
    waiting = []
    callbacks.forEach((next) => next())
  }

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    // A page of the simulated bank inside of ours must not speak for the shop.
    if (event.source !== parent || typeof event.data !== 'string') return
    const body = readJson(event.data)
    if (!isObject(body)) return
    const message = body['message']
    if (message === 'link') {
      if (typeof body['guid'] !== 'string') return
      guid = body['guid']
      const kept = queue
      queue = []
      kept.forEach(send)
      goOn()
    } else if (typeof message === 'string') heard(message, body)
  })

  return {
    framed,
    post: (message, data, beside = {}) => {
      if (!framed) return
      const body = { ...beside, message: `epframe.${message}`, ...(data === undefined ? {} : { data }) }
      if (guid === null) queue.push(body)
      else send(body)
    },
    whenSent: (next) => {
      if (!framed || guid !== null) next()
      else {
        waiting.push(next)
        setTimeout(goOn, PATIENCE_MS)
      }
    },
  }
}
