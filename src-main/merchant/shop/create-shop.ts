import type { HttpResponse, ReceivedRequest } from '#lib/http-message/message'
import { ordersIn } from './orders'
import { textResponse } from './responses'
import { readShopRequest } from './request'
import { route } from './routes'
import { shopCall, type ShopOptions } from './shop-call'

/** The demo shop: a merchant's pages and its server side, below `/shop`. */
export interface Shop {
  /** Responds to a request and stores what it changes. Null: the request is not for the shop. */
  handle(request: ReceivedRequest): HttpResponse | null
}

/** Creates the shop over its orders. */
export function createShop(options: ShopOptions): Shop {
  const orders = ordersIn(options.orders)
  return {
    handle(raw) {
      const request = readShopRequest(raw)
      if (request === null) return null
      const own = options.addresses()
      if (own === null) return textResponse(503, 'The shop is starting. Try again in a moment.\n')
      return route(shopCall(options, orders, request, raw, own))
    },
  }
}
