import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Frame,
  FrameLocator,
  Locator,
  Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openChromium } from '../library/chromium'
import { buildCustomerFile } from '../../scripts/build-customer.mjs'
import type { FormTheme } from '../../src-main/domain/form/settings'
import type { FormView } from '../../src-main/domain/form/view'
import { aFrame, aPage } from '../../src-main/domain/testing/form-pages'
import {
  type FormFiles,
  type FormServer,
  shopPage,
  startFormServer,
} from '../../src-main/net/testing/form-server'
import { renderErrorPage } from '../../src-main/platform/form/pages/error-page'
import { renderIssuerPage } from '../../src-main/platform/form/pages/issuer-page'
import { type FormAssets, prepareAssets } from '../../src-main/platform/form/pages/assets'

/** A message that the shop's page received from the form. */
export interface ReceivedMessage {
  readonly message: string
  readonly guid: string
  readonly data?: Record<string, unknown>
}

interface Opened {
  readonly server: FormServer
  readonly context: BrowserContext
  readonly page: Page
}

/** The built form in a real browser, with a scripted platform and a shop around it. */
export interface FormStage {
  readonly server: FormServer
  readonly context: BrowserContext
  readonly page: Page
  readonly assets: FormAssets
  /** Another browser context, for example with another time zone. */
  newContext(options: BrowserContextOptions): Promise<BrowserContext>
  /** The errors of the page so far, which the test expected. */
  takeErrors(): readonly string[]
  /** Opens a shop's page with a form in a frame for each guid; `linkDelay` null: the page never links them. */
  openShop(linkDelay?: number | null, guids?: readonly string[]): Promise<FrameLocator>
  /** What the platform shows from now on. */
  show(view: FormView, frame?: ReturnType<typeof aFrame>): void
  messages(): Promise<readonly ReceivedMessage[]>
  /** Names of the messages without resizes, which depend on fonts. */
  messageNames(): Promise<readonly string[]>
  messageNamesUntil(name: string): Promise<readonly string[]>
  /** The data of the last message with that name. */
  dataOf(name: string): Promise<Record<string, unknown> | undefined>
  /** A message of the shop's page to the form. */
  send(message: string, more?: Record<string, unknown>): Promise<void>
  formFrame(): Frame
  errorPage(popup?: boolean, theme?: FormTheme): string
  bankPage(place: 'frame' | 'page', theme?: FormTheme): string
}

/** Opens a browser for the tests of a file, and for each test a platform and a page without errors. */
export function openFormStage(): FormStage {
  let prepared: { readonly files: FormFiles; readonly assets: FormAssets; readonly browser: Browser } | null =
    null
  let opened: Opened | null = null
  const errors: string[] = []

  beforeAll(async () => {
    const files = {
      formJs: await buildCustomerFile('form.js'),
      formStartJs: await buildCustomerFile('form-start.js'),
      formCss: await buildCustomerFile('form.css'),
      formFirstCss: await buildCustomerFile('form-first.css'),
    }
    prepared = { files, assets: prepareAssets(files), browser: await openChromium() }
  }, 60_000)
  afterAll(() => prepared?.browser.close())

  beforeEach(async () => {
    const { files, browser } = present(prepared)
    const server = await startFormServer(files)
    const context = await browser.newContext({ viewport: { width: 600, height: 900 } })
    const page = await context.newPage()
    opened = { server, context, page }
    errors.length = 0
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) errors.push(message.text())
    })
  })
  afterEach(async () => {
    await opened?.context.close()
    await opened?.server.close()
    expect(errors).toEqual([])
  })

  const stage: FormStage = {
    get server() {
      return present(opened).server
    },
    get context() {
      return present(opened).context
    },
    get page() {
      return present(opened).page
    },
    get assets() {
      return present(prepared).assets
    },
    newContext: (options) => present(prepared).browser.newContext(options),
    takeErrors: () => errors.splice(0),
    async openShop(linkDelay = 0, guids = ['aaaa-1']) {
      const { server, page } = stage
      const frames = guids.map((guid) => ({ url: `${server.platform}/payment/s1`, guid }))
      server.documents.set('/shop', shopPage(frames, linkDelay))
      await page.goto(`${server.shop}/shop`)
      return page.frameLocator('#frame-0')
    },
    show(view, frame = aFrame()) {
      stage.server.show({ kind: 'page', page: aPage(view, { frame }) })
    },
    messages: () => stage.page.evaluate<readonly ReceivedMessage[]>('window.heard'),
    async messageNames() {
      const names = (await stage.messages()).map(({ message }) => message.replace('epframe.', ''))
      return names.filter((name) => name !== 'resize')
    },
    async messageNamesUntil(name) {
      await expect.poll(() => stage.messageNames()).toContain(name)
      return stage.messageNames()
    },
    async dataOf(name) {
      return (await stage.messages()).findLast(({ message }) => message === `epframe.${name}`)?.data
    },
    async send(message, more = {}) {
      await stage.page.evaluate(`window.sendMessage(${JSON.stringify({ message, ...more })})`)
    },
    formFrame: () => present(stage.page.frames()[1]),
    errorPage: (popup = true, theme = 'light') => errorPage(stage.assets, popup, theme),
    bankPage: (place, theme = 'light') => bankPage(stage.assets, place, theme),
  }
  return stage
}

function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error('The stage is not open: use it inside of a test.')
  return value
}

function errorPage(assets: FormAssets, popup: boolean, theme: FormTheme): string {
  return renderErrorPage({
    language: 'en',
    status: 400,
    code: '3261',
    message: 'Invalid signature',
    errors: [{ field: 'signature', code: '3261', message: 'The signature does not match' }],
    description: { status: 'error' },
    requestId: 'r-1',
    framed: popup,
    popup,
    assets,
    theme,
    nonce: 'x',
  })
}

function bankPage(assets: FormAssets, place: 'frame' | 'page', theme: FormTheme): string {
  return renderIssuerPage({
    language: 'en',
    place,
    assets,
    theme,
    nonce: 'x',
    action: '/payment/s1/issuer',
    shopName: 'Quillmere Ceramics',
    sum: null,
    valid: '123456',
    phoneEnd: null,
  })
}

export async function fillCard(form: FrameLocator, number = '4000000000017006'): Promise<void> {
  await form.locator('[name=pan]').pressSequentially(number)
  await form.locator('[name=expiry]').pressSequentially('0733')
  await form.locator('[name=cvv]').fill('123')
  await form.locator('[name=card_holder]').fill('NORA VALE')
}

/** The first messages of every form with a card page. */
export const BEGINNING = ['loaded', 'payment_method_select']
export const REGISTERED = [
  { message: 'epframe.payment_sent' },
  { message: 'epframe.payment_submit_result', data: { request_id: 'r-1' } },
]
export const SUCCESS = { message: 'epframe.payment_success', data: { status: 'success' } }

export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement)
}
