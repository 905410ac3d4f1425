import { expect, test as base } from '@playwright/test'
import type { FrameLocator, Page } from '@playwright/test'
import { externalPage } from './external-page'
import { startFormHost, type FormHost, type Json, type ProjectName } from './form-host'
import { servePage } from './page-server'

export { expect }

/** A message as the frame posted it, without its envelope. */
export interface PostedMessage {
  /** Without the prefix `epframe.`. */
  readonly name: string
  /** Absent where the message has none. */
  readonly data?: unknown
}

export interface OpenExternalForm {
  readonly as?: string
  /** The frame mode that the form gets; not signed. */
  readonly frameMode?: 'popup' | 'iframe' | 'embedded'
  readonly method?: 'get' | 'post'
  readonly links?: 'at load' | 'on demand'
  readonly project?: ProjectName
  /** Instead of what the project's secret gives. */
  readonly signature?: string
}

/** The page of a merchant without a library, with our form in it. */
export interface ExternalShop {
  readonly page: Page
  /** Opens a form for these parameters. */
  open(
    change: Readonly<Record<string, string | number | null>>,
    options?: OpenExternalForm,
  ): Promise<FrameLocator>
  frame(as?: string): FrameLocator
  link(as?: string): Promise<void>
  /** Posts a message to the frame; `beside` stands beside `message`. */
  send(message: string, data?: Json, beside?: Json, as?: string): Promise<void>
  /** Everything the frame has posted so far; throws where an envelope is not as contract 8.6 has it. */
  posted(as?: string): Promise<readonly PostedMessage[]>
  /** Names of the messages so far; of the sizes only the first, as the others depend on the layout. */
  names(as?: string): Promise<readonly string[]>
  /** Waits until exactly these messages came, in this order. */
  expectNames(names: readonly string[], as?: string): Promise<void>
  /** Data of the last message of that name. */
  dataOf(name: string, as?: string): Promise<unknown>
}

/** The messages of every form with a card page. */
export const OPENED = ['loaded', 'resize', 'payment_method_select'] as const
export const SENT = ['payment_sent', 'payment_submit_result'] as const

export const SUCCESS = '4000000000000077'
export const DECLINE = '4111111111111111'
export const CHALLENGE = '4314220000000056'
export const ASKS_AVS = '4000000000017006'
const NUMBERS: readonly string[] = [SUCCESS, DECLINE, CHALLENGE, ASKS_AVS]

interface Received {
  /** The widget that the guid names. */
  readonly from: string | null
  /** The widget whose frame posted it; nobody where the browser has done away with the frame meanwhile. */
  readonly source: string
  readonly origin: string
  readonly text: unknown
}

/** As the contract's example looks, and another for each name. */
const guidOf = (as: string): string =>
  `${Buffer.from(as).toString('hex').padStart(4, '0').slice(-4)}-07ea-b3f0-5d2e`

function unwrap({ origin, source, text }: Received, host: FormHost, as: string): PostedMessage {
  expect(origin, 'origin of the message').toBe(new URL(host.platform).origin)
  expect([as, 'nobody'], 'frame of the message').toContain(source)
  expect(typeof text, 'a message is JSON text').toBe('string')
  const envelope = JSON.parse(String(text)) as Json
  const { message, guid: _guid, data, field_values: typed, ...rest } = envelope
  expect(rest, 'nothing else is in the envelope').toEqual({})
  const isAnswer = message === 'epframe.embedded_mode.check_validation_response'
  expect(typed !== undefined, 'what was typed stands beside an answer to a check').toBe(isAnswer)
  expect(message).toMatch(/^epframe\.[a-z0-9_.]+$/)
  const secrets = NUMBERS.filter((number) => String(text).includes(number))
  expect([...secrets, /"(?:pan|cvv)":"\d+"/.exec(String(text))?.[0] ?? ''], 'card data').toEqual([''])
  const name = String(message).replace('epframe.', '')
  return 'data' in envelope ? { name, data } : { name }
}

function externalShop(page: Page, host: FormHost): ExternalShop {
  const posted = async (as = 'a'): Promise<readonly PostedMessage[]> => {
    const got: readonly Received[] = await page.evaluate('got')
    return got.filter(({ from }) => from === as).map((one) => unwrap(one, host, as))
  }
  const names = async (as = 'a'): Promise<readonly string[]> => {
    const all = (await posted(as)).map(({ name }) => name)
    return all.filter((name, at) => name !== 'resize' || all.indexOf(name) === at)
  }
  const frame = (as = 'a'): FrameLocator => page.frameLocator(`iframe[name="frame-${as}"]`)
  return {
    page,
    frame,
    posted,
    names,
    async open(change, options = {}) {
      const { as = 'a', frameMode = 'iframe', method = 'get', links = 'at load', project = 'plain' } = options
      const signed = host.signed(change, project)
      const parameters = {
        ...signed,
        ...(options.signature === undefined ? {} : { signature: options.signature }),
        frame_mode: frameMode,
        _referrer: '',
      }
      const action = `${host.platform}/payment`
      const args = [as, guidOf(as), method, action, parameters, links === 'at load']
      await page.evaluate(`openFrame(...${JSON.stringify(args)})`)
      return frame(as)
    },
    async link(as = 'a') {
      await page.evaluate(`link(${JSON.stringify(as)})`)
    },
    async send(message, data, beside = {}, as = 'a') {
      const body = { message, ...(data === undefined ? {} : { data }), ...beside }
      await page.evaluate(`send(${JSON.stringify(as)}, ${JSON.stringify(body)})`)
    },
    async expectNames(expected, as = 'a') {
      await expect.poll(() => names(as), { intervals: [50, 100, 200] }).toEqual(expected)
    },
    async dataOf(name, as = 'a') {
      return (await posted(as)).findLast((one) => one.name === name)?.data
    },
  }
}

interface Fixtures {
  readonly shop: ExternalShop
}

interface WorkerFixtures {
  readonly host: FormHost
  readonly shopAddress: string
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  host: [
    async ({}, use) => {
      const host = await startFormHost()
      await use(host)
      await host.end()
    },
    { scope: 'worker' },
  ],
  shopAddress: [
    async ({}, use) => {
      const server = await servePage(externalPage)
      await use(server.url)
      await server.close()
    },
    { scope: 'worker' },
  ],
  shop: async ({ page, host, shopAddress }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(shopAddress)
    await use(externalShop(page, host))
    expect(problems, 'uncaught errors of the page and the form').toEqual([])
  },
})

/** What a customer types. */
export interface TypedCard {
  readonly pan: string
  readonly expiry?: string
  readonly cvv?: string
  readonly holder?: string
}

/** Waits for the form's script: it runs before the page counts as complete, and a test can be quicker. */
export async function scriptRan(form: FrameLocator): Promise<void> {
  const root = form.locator('html')
  // The frame may still be on its way from its first empty document to the form.
  await expect(async () => {
    expect(await root.evaluate(({ ownerDocument }) => ownerDocument.readyState)).toBe('complete')
  }).toPass({ timeout: 10_000 })
}

/** Types a card and leaves the rest to the test. */
export async function typeCard(form: FrameLocator, card: TypedCard): Promise<void> {
  await scriptRan(form)
  const { pan, expiry = '07 / 33', cvv = '123', holder = 'Nora Vale' } = card
  await form.locator('[name="pan"]').fill(pan)
  await form.locator('[name="expiry"]').fill(expiry)
  await form.locator('[name="cvv"]').fill(cvv)
  await form.locator('[name="card_holder"]').fill(holder)
}

/** Types a card and presses the button of the form. */
export async function pay(form: FrameLocator, pan: string): Promise<void> {
  await typeCard(form, { pan })
  await form.locator('button[type="submit"]').click()
}
