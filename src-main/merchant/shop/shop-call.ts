import { DEFAULT_LANGUAGE } from '#domain/form/languages'
import type { ProjectId } from '#domain/ids'
import { type Project, unnamedProject } from '#domain/project/project'
import type { CustomerFiles, SelfAddresses } from '#core/sending'
import {
  headerValues,
  type HeaderList,
  type HttpResponse,
  type ReceivedRequest,
} from '#lib/http-message/message'
import { originUnder } from '#lib/http-message/response'
import type { Html } from '#lib/html/html'
import { type OrderRepository, type Orders, readCart } from './orders'
import { pagePolicy, type PageReportIntake, workbenchOrigins } from './page-reports'
import { noticePage, type Visit } from './pages/layout'
import { SHOP_WORDS } from './pages/words'
import { pageResponse, type Preview, type ShopRequest } from './responses'
import type { ShopKey } from './checkout'

export interface ShopOptions extends ShopKey {
  /** Null until the listeners accept connections. */
  readonly addresses: () => SelfAddresses | null
  /** Returns the shop's own project if no id is given, or if no project has this id. */
  readonly project: (id?: ProjectId) => Pick<Project, 'projectId' | 'name' | 'switches'>
  readonly orders: OrderRepository
  readonly preview: (id: string) => Preview | null
  readonly reports: PageReportIntake
  /** `paybench://desk` in the desktop host; null if no workbench can frame a preview. */
  readonly workbenchOrigin: () => string | null
  readonly files: CustomerFiles
  /** Random lower-case hex digits. */
  readonly randomHex: (digits: number) => string
  /** Virtual time, epoch milliseconds. */
  readonly now: () => number
}

export type ShopCall = ReturnType<typeof shopCall> & {
  /** The part of the path that names an order, a preview or a file; otherwise ''. */
  readonly id: string
}

export const CART_COOKIE = 'quillmere_basket'
export const CUSTOMER_COOKIE = 'quillmere_customer'

export function shopCall(
  options: ShopOptions,
  orders: Orders,
  request: ShopRequest,
  raw: ReceivedRequest,
  own: SelfAddresses,
) {
  const isPlain = raw.tlsVersion === null
  const host = headerValues(raw.headers, 'host')[0] ?? ''
  const callbacks = isPlain ? own.merchant : own.merchantTls
  return {
    options,
    orders,
    request,
    raw,
    visit: { cart: readCart(request.cookie(CART_COOKIE)), ...lookOf(options.project()) },
    /** Origin of the platform as the customer reaches it; TLS if the request arrived over TLS. */
    platform: originUnder(isPlain ? own.platform : own.platformTls, host),
    /** The shop's own origin as the customer reaches it; TLS if the request arrived over TLS. */
    shop: originUnder(callbacks, host),
    /** The shop's own origin as the platform reaches it. */
    callbacks,
    parents: workbenchOrigins(options.workbenchOrigin(), host),
  }
}

/** A shop has the name and the accent of its form; only a preview also has its language. */
export function lookOf(
  { projectId, name, switches }: ReturnType<ShopOptions['project']>,
  language = DEFAULT_LANGUAGE,
): Omit<Visit, 'cart'> {
  const shopName = name === unnamedProject(projectId) ? SHOP_WORDS[language].testShop : name
  return { shopName, accent: switches.accent, language }
}

export function show(
  { parents, platform }: Pick<ShopCall, 'parents' | 'platform'>,
  markup: Html,
  status = 200,
  headers: HeaderList = [],
): HttpResponse {
  return pageResponse({ status, markup, policy: pagePolicy({ platform, parents }) }, headers)
}

export function notFound(call: Pick<ShopCall, 'parents' | 'platform' | 'visit'>): HttpResponse {
  const notice = { title: 'Page not found', text: 'This shop has no page at this address.' }
  return show(call, noticePage(call.visit, notice), 404)
}

/** Limited to the paths of the shop, because other programs on this computer share the host. */
export function setCookie(name: string, value: string): readonly [string, string] {
  return ['Set-Cookie', `${name}=${value}; Path=/shop; HttpOnly; SameSite=Lax`]
}
