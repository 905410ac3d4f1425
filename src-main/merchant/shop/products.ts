/** A product of the shop. The price is in minor units of {@link CURRENCY}. */
export interface Product {
  readonly id: string
  readonly name: string
  readonly detail: string
  readonly price: number
}

export const CURRENCY = 'EUR'

/** Price of the delivery in minor units, for every basket that is not empty. */
export const DELIVERY = 800

/** Largest quantity of one product. The cookie of the cart has one digit for it. */
export const MAX_QUANTITY = 9

export const PRODUCTS: readonly Product[] = [
  { id: 'mug', name: 'Ridged mug', detail: 'Salt glaze, 30 cl', price: 2450 },
  { id: 'salt', name: 'Salt cellar with spoon', detail: 'Unglazed outside', price: 1400 },
  { id: 'plate', name: 'Dinner plate', detail: 'Ash glaze, 26 cm', price: 3200 },
  { id: 'jug', name: 'Water jug', detail: 'Slip trailed, 1.2 l', price: 4850 },
  { id: 'bowl', name: 'Porridge bowl', detail: 'Wide rim, 15 cm', price: 2100 },
  { id: 'vase', name: 'Bud vase', detail: 'One stem, 18 cm', price: 1900 },
]

/** Finds a product by its id, or null. */
export function findProduct(id: string): Product | null {
  return PRODUCTS.find((product) => product.id === id) ?? null
}
