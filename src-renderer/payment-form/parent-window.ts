import { isObject, type JsonObject, readJson } from './read-json'

/** Messages to the page that embeds the form (contract 8.6). */
export interface ParentWindow {
  /** False in a tab of its own, where no message is sent. */
  readonly framed: boolean
  /** Sends a message, or queues it until the page has given the guid. */
  readonly post: (message: string, data?: unknown, beside?: JsonObject) => void
  /** Calls back once all queued messages are sent, or after {@link LINK_TIMEOUT_MS} without a guid. */
  readonly whenSent: (next: () => void) => void
}

/** A page that has not sent `link` by then does not listen; the form continues without it. */
const LINK_TIMEOUT_MS = 5_000

/**
 * Listens to the page that embeds the form. Its message `link` gives the guid; until then messages are queued in order.
 * A later `link` with another guid replaces it (contract 8.6). `onMessage` gets every other message of the page.
 */
export function connectParentWindow(onMessage: (message: string, body: JsonObject) => void): ParentWindow {
  const parent = window.parent
  const framed = parent !== window
  let guid: string | null = null
  let queue: JsonObject[] = []
  let waiting: (() => void)[] = []

  const send = (body: JsonObject): void => {
    parent.postMessage(JSON.stringify({ ...body, guid }), '*')
  }
  const runWaiting = (): void => {
    const callbacks = waiting
    waiting = []
    callbacks.forEach((next) => next())
  }

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    // A page of the simulated bank inside the form must not send messages in the name of the shop.
    if (event.source !== parent || typeof event.data !== 'string') return
    const body = readJson(event.data)
    if (!isObject(body)) return
    const message = body['message']
    if (message === 'link') {
      if (typeof body['guid'] !== 'string') return
      guid = body['guid']
      const queued = queue
      queue = []
      queued.forEach(send)
      runWaiting()
    } else if (typeof message === 'string') onMessage(message, body)
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
        setTimeout(runWaiting, LINK_TIMEOUT_MS)
      }
    },
  }
}
