import type { RedirectMode } from '#domain/form/settings'
import { isObject, type JsonObject, readJson } from './platform'
import { isWebAddress } from './dom'

/** Messages to the page that embeds the form (contract 8.6). */
export type ParentWindow = ReturnType<typeof connectParentWindow>

/** A page that does not send `link` within this time is assumed not to listen; the form continues without it. */
const LINK_TIMEOUT_MS = 5_000

/**
 * Listens to the page that embeds the form. Its message `link` gives the guid; until then, messages are queued in
 * order. The guid of a later `link` replaces it (contract 8.6). `onMessage` gets every other message of the page.
 */
export function connectParentWindow(onMessage: (message: string, body: JsonObject) => void) {
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
    // A page of the simulated bank inside the form must not pose as the shop.
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
    /** False in a separate tab, where no message is sent. */
    framed,
    /** Sends a message, or queues it until the page has given the guid. */
    post: (message: string, data?: unknown, extra: JsonObject = {}): void => {
      if (!framed) return
      const body = { ...extra, message: `epframe.${message}`, ...(data === undefined ? {} : { data }) }
      if (guid === null) queue.push(body)
      else send(body)
    },
    /** Calls back once all queued messages are sent, or after {@link LINK_TIMEOUT_MS} without a guid. */
    whenSent: (next: () => void): void => {
      if (!framed || guid !== null) next()
      else {
        waiting.push(next)
        setTimeout(runWaiting, LINK_TIMEOUT_MS)
      }
    },
  }
}

/**
 * Ways to leave the form, with their messages to the embedding page (contract 7.6, 8.9).
 * `destroy` follows only an action of the customer. A frame that is removed from the page posts nothing: shops
 * replace the frame whenever the cart changes, and leave the checkout on `destroy` (contract 12.24).
 */
export function createLeaving(parent: ParentWindow) {
  let hasResult = false
  let isDestroyPosted = false

  const postDestroy = (): void => {
    if (isDestroyPosted || hasResult) return
    isDestroyPosted = true
    parent.post('destroy')
  }

  return {
    resultShown: (): void => {
      hasResult = true
    },
    goTo: (url: string, mode: RedirectMode): void => {
      if (!isWebAddress(url)) return
      if (mode === 'blank_page') openTab(url)
      else if (mode === 'parent_page' && parent.framed) parent.post('redirect', { url })
      else {
        parent.whenSent(() => {
          location.href = url
        })
      }
    },
    /** A return button that only closes the form: posts `exit`, and `destroy` if no result was shown. */
    close: (): void => {
      parent.post('exit')
      postDestroy()
    },
    /** The customer closed the modal around the form: posts `destroy` if no result was shown. */
    closedByPage: postDestroy,
  }
}

/** The new tab has no reference to the form. */
function openTab(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener'
  document.body.appendChild(link)
  link.click()
  document.body.removeChild(link)
}
