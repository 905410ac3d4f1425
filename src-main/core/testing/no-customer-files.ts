import type { CustomerFiles } from '#core/sending'

/** Empty files, for tests that load no customer page: these tests run before anything is built. */
export const NO_CUSTOMER_FILES: CustomerFiles = {
  formJs: '',
  formCss: '',
  merchantJs: '',
  merchantCss: '',
  shopJs: '',
  shopCss: '',
  previewJs: '',
}
