/** The sheets of the form in the order of the cascade: the widths come last. */
const formSheets = [
  'page',
  'fields',
  'marks',
  'messages',
  'actions',
  'foot',
  'choices',
  'saved-cards',
  'ends',
  'bank',
  'error',
  'widths',
]

/** What a page needs at its first paint that asks for a card or for customer data. */
const firstSheets = ['page', 'fields', 'marks', 'messages', 'actions', 'foot', 'choices', 'widths']

/** The demo shop, from the page to its widths: a later sheet overrides an earlier one. */
const shopSheets = ['page', 'frame', 'basket', 'buttons', 'checkout', 'orders', 'widths']

/**
 * @param {'payment-form' | 'demo-shop'} program
 * @param {readonly string[]} names
 */
const sheetPaths = (program, names) => names.map((name) => `src-renderer/${program}/styles/${name}.css`)

/**
 * Built file and its source; styles may come from several sheets, one behind the other.
 * @type {Readonly<Record<'form.js' | 'form-start.js' | 'form.css' | 'form-first.css' | 'merchant.js' | 'merchant.css' | 'shop.js' | 'shop.css' | 'preview.js', string | readonly string[]>>}
 */
export const customerSources = {
  'form.js': 'src-renderer/payment-form/form.ts',
  'form-start.js': 'src-renderer/payment-form/form-start.ts',
  'form.css': sheetPaths('payment-form', formSheets),
  'form-first.css': sheetPaths('payment-form', firstSheets),
  'merchant.js': 'src-renderer/merchant-library/merchant.ts',
  'merchant.css': 'src-renderer/merchant-library/merchant.css',
  'shop.js': 'src-renderer/demo-shop/shop.ts',
  'shop.css': sheetPaths('demo-shop', shopSheets),
  'preview.js': 'src-renderer/demo-shop/preview.ts',
}
