/** The form's style sheets in the order of the cascade; `widths` must come last. */
const formSheets = 'page fields marks messages actions choices saved-cards ends bank error widths'

const shopSheets = 'tokens page frame basket buttons checkout orders widths'

/**
 * @param {'payment-form' | 'demo-shop'} program
 * @param {string} names separated by spaces
 */
const sheetPaths = (program, names) =>
  names.split(' ').map((name) => `src-renderer/${program}/styles/${name}.css`)

/**
 * Built files and their sources; styles may be joined from several sheets, in this order.
 * @type {Readonly<Record<'form.js' | 'form.css' | 'methods.css' | 'provider.css' | 'merchant.js' | 'merchant.css' | 'shop.js' | 'shop.css' | 'preview.js', string | readonly string[]>>}
 */
export const customerSources = {
  'form.js': 'src-renderer/payment-form/form.ts',
  'form.css': sheetPaths('payment-form', formSheets),
  'methods.css': sheetPaths('payment-form', 'methods'),
  'provider.css': sheetPaths('payment-form', 'provider'),
  'merchant.js': 'src-renderer/merchant-library/merchant.ts',
  'merchant.css': 'src-renderer/merchant-library/merchant.css',
  'shop.js': 'src-renderer/demo-shop/shop.ts',
  'shop.css': sheetPaths('demo-shop', shopSheets),
  'preview.js': 'src-renderer/demo-shop/preview.ts',
}
