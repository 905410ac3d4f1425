import type { CustomerFiles } from '#core/sending'

/** For tests that load no customer page, so that they need no build. `$acc` is the accent colour of the project. */
export const NO_CUSTOMER_FILES: CustomerFiles = {
  formJs: '',
  formCss: 'a{color:$acc}',
  merchantJs: '',
  merchantCss: '',
  shopJs: '',
  shopCss: '',
  previewJs: '',
}
