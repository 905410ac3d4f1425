import { html, type Html, scriptElement } from '../../../lib/html/html'
import { type FormStyles, prepareStyles } from './styles'

/** Path of the form's script. */
export const FORM_SCRIPT_PATH = '/payment/assets/form.js'

/** What pages are made with besides what they show, prepared when the bench starts. */
export interface FormAssets {
  readonly styles: FormStyles
  /** Loads the form's script after the first paint. It stands in the page: another request would hold up that paint. */
  readonly startScript: string
}

/** Prepares what was built for the pages. */
export function prepareAssets(built: {
  readonly formCss: string
  readonly formFirstCss: string
  readonly formStartJs: string
}): FormAssets {
  return { styles: prepareStyles(built), startScript: built.formStartJs }
}

/**
 * The script of a page. An embedding page shows a frame only after the frame has said that it is loaded, so there it runs at once;
 * in a tab it waits for the first paint, which nothing is to hold up.
 */
export function formScript(isFramed: boolean, { startScript }: FormAssets, nonce: string): Html {
  return isFramed
    ? html`<script src="${FORM_SCRIPT_PATH}" async></script>`
    : scriptElement(startScript, { nonce, next: FORM_SCRIPT_PATH })
}
