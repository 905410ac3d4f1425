import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { app, preventable } from './app.mjs'
import { debuggerAddress, theChromium } from './chromium.mjs'
import { session as defaultSession } from './desktop-parts.mjs'
import { ipcMain } from './ipc-main.mjs'
import { BINDING, initScript } from './page-shim.mjs'
import { record, waitForTest } from './record.mjs'
import { framePage, fulfilByHandler, originalAddress, shownAddress } from './schemes.mjs'
import { WebContents } from './web-contents.mjs'

const windows = new Set()

const BLANK = 'about:blank'

/** What windows do not report, as on Wayland: `paints` hides that they painted, `loads` also that they loaded. */
const hides = process.env['PAYBENCH_DOUBLE_HIDES']

/** Comma-separated addresses that the frames of the first messages report instead of their own. */
const unaddressed = process.env['PAYBENCH_DOUBLE_UNADDRESSED']?.split(',') ?? []

/** Pages of the program's own windows, and of windows opened by pages once the program has decided about them. */
const known = new WeakSet()

/** Undecided windows that pages have opened; `verdicts` has the decisions that came before their page. Oldest first. */
const popups = []
const verdicts = []

const settle = (popup, allowed) => {
  known.add(popup)
  if (!allowed) void popup.close().catch(() => undefined)
}

const matchVerdicts = () => {
  while (popups.length > 0 && verdicts.length > 0) settle(popups.shift(), verdicts.shift())
}

/** Settings that Electron's documentation calls unsafe. */
const isInsecure = ({
  contextIsolation,
  sandbox,
  nodeIntegration,
  nodeIntegrationInSubFrames,
  webSecurity,
  webviewTag,
}) =>
  contextIsolation === false ||
  sandbox === false ||
  webSecurity === false ||
  nodeIntegration === true ||
  nodeIntegrationInSubFrames === true ||
  webviewTag === true

/** The settings of a window that a test can check; those not given have Electron's defaults. */
const settingsOf = ({ contextIsolation = true, sandbox = true, nodeIntegration = false }) => ({
  contextIsolation,
  sandbox,
  nodeIntegration,
})

/** Emits an event on the contents of the first window when a test requests it, such as `unresponsive`. */
process.on('message', (message) => {
  const [window] = windows
  if (typeof message?.report === 'string')
    window?.webContents.emit(message.report, preventable(), message.detail)
})

/** The first window uses the blank page with which Chromium starts. */
const blankPage = async () => {
  const context = await theChromium()
  const [first] = context.pages()
  return first !== undefined && windows.size === 1 && !known.has(first) ? first : context.newPage()
}

const decide = (popup, allowed) => {
  if (popups.includes(popup)) popups.splice(popups.indexOf(popup), 1)
  settle(popup, allowed)
}

const mayOpen = (url) => {
  const [window] = windows
  return window === undefined || window.webContents.mayOpen(originalAddress(url))
}

/**
 * The first request of a window that a page opens is held until the program has decided, so that nothing is
 * sent to an address that it denies. The request may come before the window's page or after it.
 */
const judgePopups = (context) =>
  context.route('**/*', async (route) => {
    const request = route.request()
    const popup = popupOf(request)
    if (popup === 'none') return route.continue()
    const allowed = mayOpen(request.url())
    if (popup === 'to come') verdicts.push(allowed)
    else decide(popup, allowed)
    matchVerdicts()
    return allowed ? route.continue() : route.abort('aborted')
  })

/**
 * A second client may let the window run before its first request can be held. Then the program decides as soon as the
 * window shows an address, or fails to load one and shows Chromium's error page.
 */
const judgeShown = (popup) => {
  const judge = async () => {
    if (known.has(popup)) return
    const url = popup.url().startsWith('chrome-error:') ? await unreachableUrl(popup) : popup.url()
    if (!known.has(popup) && url !== '' && url !== BLANK) decide(popup, mayOpen(url))
  }
  // A window that has closed needs no decision.
  const judged = () => void judge().catch(() => undefined)
  popup.on('framenavigated', judged)
  judged()
}

/** The address whose load ended in the error page that a window shows. */
const unreachableUrl = async (page) => {
  const client = await page.context().newCDPSession(page)
  const { frameTree } = await client.send('Page.getFrameTree')
  await client.detach()
  return frameTree.frame.unreachableUrl ?? ''
}

/** The undecided window whose navigation a request begins: its page, `to come` if there is none yet, or `none`. */
const popupOf = (request) => {
  if (!request.isNavigationRequest()) return 'none'
  const frame = frameOf(request)
  if (frame === undefined) return 'to come'
  const page = frame.page()
  return frame === page.mainFrame() && !known.has(page) ? page : 'none'
}

/** Playwright throws while there is no frame yet. */
const frameOf = (request) => {
  try {
    return request.frame() ?? undefined
  } catch {
    return undefined
  }
}

/** @type {Promise<void> | undefined} */
let judging

export class BrowserWindow extends EventEmitter {
  #bounds
  #preferences
  #visible = false
  #maximized = false
  #destroyed = false
  #page
  /** The document that the program itself has requested. */
  #wanted = ''

  constructor(options = {}) {
    super()
    const { x = 0, y = 0, width = 800, height = 600, show = true, webPreferences = {} } = options
    this.#bounds = { x, y, width, height }
    if (isInsecure(webPreferences)) record('insecure-web-preferences', webPreferences)
    record('window', {
      partition: webPreferences.session?.partition ?? webPreferences.partition ?? '',
      hasPreload: webPreferences.preload !== undefined,
      ...settingsOf(webPreferences),
    })
    windows.add(this)
    this.#preferences = webPreferences
    this.#page = this.#open()
    this.webContents = new WebContents(this.#page, {
      reload: () => this.#reload(),
      crash: () => this.#crash(),
    })
    this.#page.catch((error) => record('page-error', String(error)))
    app.emit('web-contents-created', preventable(), this.webContents)
    if (show) this.show()
  }

  async #open() {
    const { preload, session = defaultSession.defaultSession } = this.#preferences
    const page = await blankPage()
    known.add(page)
    page.on('popup', (popup) => {
      if (!known.has(popup)) popups.push(popup)
      matchVerdicts()
      judgeShown(popup)
    })
    await (judging ??= judgePopups(page.context()))
    await page.setViewportSize({ width: this.#bounds.width, height: this.#bounds.height })
    await page.exposeBinding(BINDING, ({ frame }, channel, args) => {
      ipcMain.emit(channel, { sender: this.webContents, senderFrame: this.#senderFrame(frame) }, ...args)
    })
    await page.addInitScript({ content: initScript(preload && readFileSync(preload, 'utf8')) })
    await page.route('**/*', (route) => this.#respond(page, route))
    page.on('console', (message) => {
      if (message.type() === 'error') record('console-error', message.text())
    })
    page.on('pageerror', (error) => record('page-error', error.message))
    page.on('close', () => this.#closedByHand(page))
    page.on('download', (download) => this.#download(download, session))
    return page
  }

  async #respond(page, route) {
    const request = route.request()
    const url = request.url().split('#')[0]
    const navigates = request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (navigates && url !== this.#wanted && !this.webContents.mayNavigate(url)) {
      await route.abort('aborted')
      return
    }
    if (navigates) this.#wanted = url
    if (await fulfilByHandler(route)) return
    if (request.isNavigationRequest() && !navigates) await framePage(route)
    else await route.continue()
  }

  /** Electron asks before a download starts; here it has already started, so a refused one is cancelled. */
  #download(download, session) {
    const [, prefix = '', address = ''] = /^(blob:)?(.*)$/s.exec(download.url()) ?? []
    const url = `${prefix}${originalAddress(address)}`
    const event = preventable()
    session.emit('will-download', event, { getURL: () => url })
    record('download', { partition: session.partition, url, isRefused: event.defaultPrevented })
    if (event.defaultPrevented) void download.cancel().catch(() => undefined)
  }

  /** Electron may give the first messages of a page a frame without its address. */
  #senderFrame(frame) {
    const senderFrame = this.webContents.frameOf(frame)
    const missing = unaddressed.shift()
    if (missing !== undefined) senderFrame.url = missing
    return senderFrame
  }

  /** In Electron the program could prevent this; a page that is gone cannot be kept open. */
  async #closedByHand(page) {
    if (this.#destroyed || page !== (await this.#page)) return
    this.emit('close', preventable())
    this.#gone()
  }

  #gone() {
    if (this.#destroyed) return
    this.#destroyed = true
    windows.delete(this)
    this.webContents.markDestroyed()
    this.emit('closed')
    if (windows.size > 0) return
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed')
    else app.quit()
  }

  async loadURL(address) {
    const page = await this.#page
    await waitForTest(debuggerAddress())
    this.#wanted = shownAddress(address).split('#')[0]
    try {
      await page.goto(shownAddress(address))
    } catch (error) {
      const [description] = /ERR_\w+/.exec(String(error)) ?? ['ERR_FAILED']
      // Electron reports the failure once the load has ended completely.
      await page.waitForURL(/^chrome-error:/, { timeout: 5_000 }).catch(() => undefined)
      record('failed-load', { address, description })
      this.webContents.emit('did-fail-load', preventable(), -2, description, address, true)
      throw error
    }
    this.webContents.frameOf(page.mainFrame())
    record('loaded', originalAddress(page.url()))
    if (hides === 'loads') return
    this.webContents.emit('did-finish-load')
    if (hides !== 'paints') this.emit('ready-to-show')
  }

  /** A page whose process is gone cannot be used again: its window gets another one. */
  async #reload() {
    const gone = await this.#page
    const address = originalAddress(gone.url())
    this.#page = this.#open()
    this.webContents.showPage(this.#page)
    record('reloaded', address)
    await this.loadURL(address)
    await gone.close()
  }

  async #crash() {
    const page = await this.#page
    // This promise is never settled: the page is gone.
    page.goto('chrome://crash').catch(() => undefined)
  }

  show() {
    if (this.#visible) return
    this.#visible = true
    record('window-show', { ...this.#bounds, maximized: this.#maximized })
    this.emit('show')
  }

  focus() {
    record('window-focus')
    this.emit('focus')
  }

  close() {
    const event = preventable()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy() {
    this.#gone()
    void this.#page.then((page) => page.close()).catch(() => undefined)
  }

  maximize() {
    this.#maximized = true
  }

  restore() {
    this.#maximized = false
  }

  isMaximized() {
    return this.#maximized
  }

  isMinimized() {
    return false
  }

  isDestroyed() {
    return this.#destroyed
  }

  getNormalBounds() {
    return { ...this.#bounds }
  }
}
