import type { FormTheme } from '../../../domain/form/settings'
import { html, type Html } from '../../../lib/html/html'

/** Path of the form's script. */
export const FORM_SCRIPT_PATH = '/payment/assets/form.js'
/** Path of the script that loads the form's script after the first paint. */
export const START_SCRIPT_PATH = '/payment/assets/form-start.js'

export const FORM_THEMES = ['light', 'dark', 'auto'] as const satisfies readonly FormTheme[]

/** Path of the whole style sheet in a theme. */
export function styleSheetPath(theme: FormTheme): string {
  return `/payment/assets/${theme}.css`
}

/**
 * The script of a page. An embedding page shows a frame only after the frame has said that it is loaded, so there it runs at once;
 * in a tab it waits for the first paint, which nothing is to hold up.
 */
export function formScript(isFramed: boolean): Html {
  return isFramed
    ? html`<script src="${FORM_SCRIPT_PATH}" async></script>`
    : html`<script src="${START_SCRIPT_PATH}" data-next="${FORM_SCRIPT_PATH}" async></script>`
}
