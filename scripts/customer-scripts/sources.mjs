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

/** @param {readonly string[]} names */
const sheetPaths = (names) => names.map((name) => `src-renderer/payment-form/styles/${name}.css`)

/**
 * Built file and its source; styles may come from several sheets, one behind the other.
 * @type {Readonly<Record<'form.js' | 'form-start.js' | 'form.css' | 'form-first.css' | 'merchant.js' | 'merchant.css' | 'shop.js' | 'shop.css' | 'preview.js', string | readonly string[]>>}
 */
export const customerSources = {
  'form.js': 'src-renderer/payment-form/form.ts',
  'form-start.js': 'src-renderer/payment-form/form-start.ts',
  'form.css': sheetPaths(formSheets),
  'form-first.css': sheetPaths(firstSheets),
  'merchant.js': 'src-renderer/merchant-library/merchant.ts',
  'merchant.css': 'src-renderer/merchant-library/merchant.css',
  'shop.js': 'src-renderer/demo-shop/shop.ts',
  'shop.css': 'src-renderer/demo-shop/shop.css',
  'preview.js': 'src-renderer/demo-shop/preview.ts',
}
