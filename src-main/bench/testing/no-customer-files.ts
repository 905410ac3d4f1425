import type { CustomerFiles } from '../ports'

/** For tests that look at no page of a customer: they run before anything is built. */
export const NO_CUSTOMER_FILES: CustomerFiles = {
  formJs: '',
  formStartJs: '',
  formCss: '',
  formFirstCss: '',
  merchantJs: '',
  merchantCss: '',
  shopJs: '',
  shopCss: '',
  previewJs: '',
}
