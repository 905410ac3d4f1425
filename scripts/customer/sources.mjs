/** The sheets of the form in the order of the cascade: the widths come last. */
const formSheets = [
  'page',
  'fields',
  'marks',
  'messages',
  'actions',
  'saved-cards',
  'ends',
  'bank',
  'error',
  'widths',
]

/**
 * Built file and its source; styles may come from several sheets, one behind the other.
 * @type {Readonly<Record<'form.js' | 'form.css' | 'merchant.js' | 'merchant.css' | 'shop.js' | 'shop.css' | 'preview.js', string | readonly string[]>>}
 */
export const customerSources = {
  'form.js': 'src-renderer/payment-form/form.ts',
  'form.css': formSheets.map((name) => `src-renderer/payment-form/styles/${name}.css`),
  'merchant.js': 'src-renderer/merchant-library/merchant.ts',
  'merchant.css': 'src-renderer/merchant-library/merchant.css',
  'shop.js': 'src-renderer/demo-shop/shop.ts',
  'shop.css': 'src-renderer/demo-shop/shop.css',
  'preview.js': 'src-renderer/demo-shop/preview.ts',
}
