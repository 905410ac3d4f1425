import { html, type Html, scriptElement } from '#lib/html/html'
import { type FormStyles, prepareStyles } from './styles'

/** Path of the form's script. */
export const FORM_SCRIPT_PATH = '/payment/assets/form.js'

/** Styles and scripts of the pages, prepared when the bench starts. */
export interface FormAssets {
  readonly styles: FormStyles
  /** Loads the form's script after the first paint. It is inline, because another request would delay that paint. */
  readonly startScript: string
}

/** Prepares the built files for the pages. */
export function prepareAssets(built: {
  readonly formCss: string
  readonly formFirstCss: string
  readonly formStartJs: string
}): FormAssets {
  return { styles: prepareStyles(built), startScript: built.formStartJs }
}

/**
 * Renders the script of a page. In a frame it runs at once, because an embedding page shows the frame only after the
 * frame reports that it is loaded. In a tab it waits for the first paint, so that it does not delay it.
 */
export function formScript(isFramed: boolean, { startScript }: FormAssets, nonce: string): Html {
  return isFramed
    ? html`<script src="${FORM_SCRIPT_PATH}" async></script>`
    : scriptElement(startScript, { nonce, next: FORM_SCRIPT_PATH })
}
