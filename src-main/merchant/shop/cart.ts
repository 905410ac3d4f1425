import { DELIVERY, findProduct, MAX_QUANTITY, type Product } from './products'

export interface CartLine {
  readonly product: Product
  readonly quantity: number
}

export type Cart = readonly CartLine[]

/**
 * Reads a cookie such as `mug.1_salt.2`. Ignores everything that is not a product: the customer can change the cookie.
 */
export function readCart(cookie: string): Cart {
  return cookie.split('_').reduce<Cart>((cart, item) => {
    const [id = '', count = ''] = item.split('.')
    return /^\d$/.test(count) ? withQuantity(cart, id, Number(count)) : cart
  }, [])
}

/** Writes the cart as a cookie, in the format of {@link readCart}. */
export function writeCart(cart: Cart): string {
  return cart.map(({ product, quantity }) => `${product.id}.${quantity}`).join('_')
}

/** Sets the quantity of a product. 0 removes it. An unknown product changes nothing. */
export function withQuantity(cart: Cart, id: string, quantity: number): Cart {
  const product = findProduct(id)
  if (product === null) return cart
  const line = { product, quantity: Math.min(quantity, MAX_QUANTITY) }
  const others = cart.some((each) => each.product.id === id)
    ? cart.map((each) => (each.product.id === id ? line : each))
    : [...cart, line]
  return others.filter((each) => each.quantity > 0)
}

/** Returns the quantity of a product in the cart. */
export function quantityOf(cart: Cart, id: string): number {
  return cart.find(({ product }) => product.id === id)?.quantity ?? 0
}

/** Adds up the cart. Amounts are minor units; `count` is the number of items. */
export function sumsOf(cart: Cart): {
  readonly count: number
  readonly items: number
  readonly delivery: number
  readonly total: number
} {
  const items = cart.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0)
  const delivery = cart.length === 0 ? 0 : DELIVERY
  return {
    count: cart.reduce((sum, { quantity }) => sum + quantity, 0),
    items,
    delivery,
    total: items + delivery,
  }
}
