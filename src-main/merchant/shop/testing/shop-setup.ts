import { createHmac } from 'node:crypto'
import { NO_CUSTOMER_FILES } from '#core/testing/no-customer-files'
import type { PageReports } from '#protocol/projects'
import { DEFAULT_SWITCHES } from '#domain/project/project'
import { createPageReportIntake } from '#merchant/shop/page-reports'
import type { Preview } from '#merchant/shop/responses'
import type { CustomerFiles, SelfAddresses } from '#core/sending'
import type { ReceivedRequest, HttpResponse } from '#lib/http-message/message'
import { createShop, type Shop } from '#merchant/shop/routes'
import { shopKey } from '#merchant/shop/checkout'

export const SECRET = 'mock-secret-7Rk2vQ'

const NODE_CRYPTO = {
  hmac: (hash: string, key: Uint8Array, message: Uint8Array) =>
    new Uint8Array(createHmac(hash, key).update(message).digest()),
}

const ADDRESSES: SelfAddresses = {
  platform: 'http://127.0.0.1:8610',
  platformTls: 'https://127.0.0.1:8611',
  merchant: 'http://127.0.0.1:8620',
  merchantTls: 'https://127.0.0.1:8621',
  workbench: 'http://127.0.0.1:8600',
}

const FILES: CustomerFiles = {
  ...NO_CUSTOMER_FILES,
  shopJs: 'shop script',
  shopCss: 'shop styles',
  previewJs: 'preview script',
}

export interface ShopSetup {
  readonly shop: Shop
  readonly kept: Map<string, string>
  readonly previews: Map<string, Preview>
  /** The reports of preview pages, in order. */
  readonly reported: (PageReports & { readonly preview: string })[]
}

/** A shop with its orders in memory. */
export function aShop(
  options: {
    readonly addresses?: Partial<SelfAddresses>
    readonly files?: Partial<CustomerFiles>
    readonly workbenchOrigin?: string | null
    readonly projectName?: string
  } = {},
): ShopSetup {
  const kept = new Map<string, string>()
  const previews = new Map<string, Preview>()
  const reported: (PageReports & { readonly preview: string })[] = []
  let drawn = 0
  const shop = createShop({
    ...shopKey(() => SECRET, NODE_CRYPTO),
    addresses: () => ({ ...ADDRESSES, ...options.addresses }),
    project: () => ({
      projectId: 9041,
      name: options.projectName ?? 'Project 9041',
      switches: DEFAULT_SWITCHES,
    }),
    orders: {
      put: (id, json) => kept.set(id, json),
      get: (id) => kept.get(id) ?? null,
      list: (limit) => [...kept.values()].reverse().slice(0, limit),
    },
    preview: (id) => previews.get(id) ?? null,
    reports: createPageReportIntake({
      wallNow: Date.now,
      publish: (preview, reports) => reported.push({ preview, ...reports }),
    }),
    workbenchOrigin: () =>
      options.workbenchOrigin === undefined ? ADDRESSES.workbench : options.workbenchOrigin,
    files: { ...FILES, ...options.files },
    randomHex: (digits) => (drawn += 1).toString(16).padStart(digits, '0'),
    now: () => Date.UTC(2031, 3, 9, 16, 20, 5),
  })
  return { shop, kept, previews, reported }
}

export function aRequest(
  method: string,
  target: string,
  sent: {
    readonly body?: string | Uint8Array
    readonly headers?: ReceivedRequest['headers']
    readonly tlsVersion?: string
  } = {},
): ReceivedRequest {
  const { body = '', headers = [], tlsVersion = null } = sent
  return {
    method,
    target,
    httpVersion: '1.1',
    tlsVersion,
    headers,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    remoteAddress: '127.0.0.1',
    remotePort: 0,
    receivedAtWallMs: 0,
  }
}

/** Headers and body of a form that a browser submits, with its cookies. */
export function aForm(fields: Readonly<Record<string, string>>, cookie = ''): Parameters<typeof aRequest>[2] {
  return {
    body: new URLSearchParams(fields).toString(),
    headers: [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ...(cookie === '' ? [] : [['Cookie', cookie] as const]),
    ],
  }
}

export function headerOf(response: HttpResponse | null, name: string): string {
  return response?.headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''
}

export function bodyOf(response: HttpResponse | null): string {
  return new TextDecoder().decode(response?.body)
}

/** Orders a mug and a salt cellar, without paying; returns the path of the order. */
export function anOrder(shop: Shop, fields: Readonly<Record<string, string>> = {}): string {
  const order = { email: 'nora@mail.test', mode: 'modal', method: 'post', ...fields }
  const response = shop.handle(
    aRequest('POST', '/shop/checkout', aForm(order, 'quillmere_basket=mug.1_salt.1')),
  )
  return headerOf(response, 'location').replace(/\/pay$/, '')
}

/** The signed parameters that the payment page of an order gives to its script. */
export function parametersOf(shop: Shop, order: string): Readonly<Record<string, string | number>> {
  const page = bodyOf(shop.handle(aRequest('GET', `${order}/pay`)))
  const [, json = '{}'] = /<script type="application\/json" id="payment">(.*?)<\/script>/s.exec(page) ?? []
  const setting = JSON.parse(json) as { readonly parameters: Readonly<Record<string, string | number>> }
  return setting.parameters
}
