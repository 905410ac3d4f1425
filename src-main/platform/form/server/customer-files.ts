import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CustomerFiles } from '#core/ports'

const FILE_NAMES = {
  formJs: 'form.js',
  formStartJs: 'form-start.js',
  formCss: 'form.css',
  formFirstCss: 'form-first.css',
  merchantJs: 'merchant.js',
  merchantCss: 'merchant.css',
  shopJs: 'shop.js',
  shopCss: 'shop.css',
  previewJs: 'preview.js',
} as const satisfies Record<keyof CustomerFiles, string>

/**
 * Reads what the customer's browser loads into memory, so that a build during the run does not mix two versions.
 * Throws an error with a readable message where a file is missing: without it no form could open.
 */
export function readCustomerFiles(folder: string): CustomerFiles {
  const read = (name: string): string => {
    const path = join(folder, name)
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
      throw new Error(
        `The payment form cannot be offered: ${path} could not be read (${reason}). ` +
          'Run "npm run build" and start again; in an installed program, install it again.',
        { cause: error },
      )
    }
  }
  return {
    formJs: read(FILE_NAMES.formJs),
    formStartJs: read(FILE_NAMES.formStartJs),
    formCss: read(FILE_NAMES.formCss),
    formFirstCss: read(FILE_NAMES.formFirstCss),
    merchantJs: read(FILE_NAMES.merchantJs),
    merchantCss: read(FILE_NAMES.merchantCss),
    shopJs: read(FILE_NAMES.shopJs),
    shopCss: read(FILE_NAMES.shopCss),
    previewJs: read(FILE_NAMES.previewJs),
  }
}
