import type { CustomerFiles } from '#core/sending'

/** For tests that load no customer page: these tests run before anything is built. `$acc` is the accent of the project. */
export const NO_CUSTOMER_FILES: CustomerFiles = {
  formJs: '',
  formCss: 'a{color:$acc}',
  merchantJs: '',
  merchantCss: '',
  shopJs: '',
  shopCss: '',
  previewJs: '',
}
