/** Built file and its source. */
export const customerSources = {
  'form.js': 'src-renderer/payment-form/form.ts',
  'form.css': 'src-renderer/payment-form/form.css',
  'merchant.js': 'src-renderer/merchant-library/merchant.ts',
  'merchant.css': 'src-renderer/merchant-library/merchant.css',
  'shop.js': 'src-renderer/demo-shop/shop.ts',
  'shop.css': 'src-renderer/demo-shop/shop.css',
  'preview.js': 'src-renderer/demo-shop/preview.ts',
}
