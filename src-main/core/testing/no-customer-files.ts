import type { CustomerFiles } from '#core/sending'

/** Empty files, for tests that load no customer's page: they run before anything is built. */
export const NO_CUSTOMER_FILES: CustomerFiles = {
  formJs: '',
  formCss: '',
  merchantJs: '',
  merchantCss: '',
  shopJs: '',
  shopCss: '',
  previewJs: '',
}
