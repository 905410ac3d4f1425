import type { CustomerFiles } from '#core/sending'

/** For tests that load no customer page, so that they need no build. `$acc` is the accent colour of the project. */
export const NO_CUSTOMER_FILES: CustomerFiles = {
  formJs: '',
  formCss: 'a{color:$acc}',
  methodsCss: '',
  providerCss: '',
  merchantJs: '',
  merchantCss: '',
  shopJs: '',
  shopCss: '',
  previewJs: '',
}
