import { EventEmitter } from 'node:events'
import { preventable } from './app.mjs'
import { DISPATCH } from './page-shim.mjs'
import { record } from './record.mjs'
import { originalAddress } from './schemes.mjs'

let lastId = 0

/** The page of a window and its frames, with the events of Electron's WebContents. */
export class WebContents extends EventEmitter {
  id = ++lastId
  #page
  #destroyed = false
  #shown = undefined
  #openHandler = () => ({ action: 'allow' })
  #frames = new WeakMap()
  #mainFrame = { url: '' }
  #loaded = new Promise((resolve) => this.once('did-finish-load', resolve))

  /** For the double alone: `reload` and `crash` of the window. */
  #window

  constructor(page, window) {
    super()
    this.#window = window
    this.showPage(page)
  }

  /** For the double alone: the page that is shown from now on. */
  showPage(page) {
    this.#page = page
    page.then(
      (opened) => {
        this.#shown = opened
        this.#frames.set(opened.mainFrame(), this.#mainFrame)
        opened.on('crash', () =>
          this.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 1 }),
        )
      },
      () => undefined,
    )
  }

  get mainFrame() {
    return this.#mainFrame
  }

  /** For the double alone: one object per frame, as Electron keeps them. */
  frameOf(frame) {
    const known = this.#frames.get(frame) ?? { url: '' }
    this.#frames.set(frame, known)
    known.url = originalAddress(frame.url())
    return known
  }

  /** For the double alone: asks the program about a navigation that the page has started. */
  mayNavigate(url) {
    const event = preventable({ url: originalAddress(url), isMainFrame: true, isSameDocument: false })
    this.emit('will-navigate', event, event.url)
    if (event.defaultPrevented) record('navigation-prevented', event.url)
    return !event.defaultPrevented
  }

  /** For the double alone. */
  markDestroyed() {
    this.#destroyed = true
    this.emit('destroyed')
  }

  /** For the double alone: asks the program about a window that the page has opened. */
  mayOpen(url) {
    const { action } = this.#openHandler({ url, frameName: '', features: '', disposition: 'new-window' })
    record('window-open', { url, action })
    return action === 'allow'
  }

  setWindowOpenHandler(handler) {
    this.#openHandler = handler
  }

  send(channel, ...args) {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    const copy = structuredClone(args)
    void this.#page
      .then((page) =>
        page.evaluate(([name, on, sent]) => globalThis[name]?.(on, sent), [DISPATCH, channel, copy]),
      )
      .catch(() => undefined) // the page is gone; Electron drops the message too
  }

  /** Waits, as Electron does, while the page is still loading. */
  async executeJavaScript(code) {
    const page = await this.#page
    await this.#loaded
    return page.evaluate(code)
  }

  getURL() {
    return this.#mainFrame.url
  }

  reload() {
    void this.#window.reload().catch((error) => record('page-error', String(error)))
  }

  forcefullyCrashRenderer() {
    void this.#window.crash()
  }

  /** As in Electron, nothing happens if there is no entry to go to. */
  navigationHistory = {
    // Chromium's history cannot be cleared from outside.
    clear: () => record('history-cleared'),
    goBack: () => void this.#shown?.goBack(),
    goForward: () => void this.#shown?.goForward(),
  }

  isDestroyed() {
    return this.#destroyed
  }
}
