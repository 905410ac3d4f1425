import type { RedirectMode } from './settings'
import type { FieldProblem, FormView } from './view'

/**
 * Requests between the form's page and the platform, which a merchant never sees. All are below the path of the
 * form visit, `/payment/<id>`:
 *
 * - `GET  …`                the current page, for a reload or the way back from an external page
 * - `GET  …/view?rev=R`     200 {@link FormUpdate}, or 204 with {@link CLOCK_HEADER} while R is current
 * - `POST …/way`            {@link wayBody}
 * - `POST …/details`        {@link fieldsBody}
 * - `POST …/confirm`        {@link confirmBody}
 * - `POST …/clarification`  {@link fieldsBody}
 * - `POST …/provider`       {@link providerBody}
 * - `POST …/resend`, `POST …/retry`, `POST …/give-up`   `{}`
 * - `POST …/cards/remove`   {@link removeCardBody}
 * - `GET  …/issuer`         page of the simulated issuer; it posts `code` or `cancel` as a form to the same path
 *
 * Every POST takes JSON (request-bodies.ts), except the issuer's. The response is a {@link FormUpdate}, or a
 * {@link FormRefusal} with 422 for a refused value and 404 if the form visit is gone. Like the request for the view, a
 * POST names the current page (`?rev=R`), so that its response repeats what a lost response contained.
 */
export interface FormUpdate {
  readonly view: FormView['kind']
  /** Changes whenever the page must be drawn again. */
  readonly rev: string
  /** Content of `<main id="page">`. */
  readonly html: string
  /** For the parent window, in this order, after the page is drawn. */
  readonly messages: readonly FrameMessage[]
  /** Milliseconds until the page polls again; null for never. */
  readonly pollAfterMs: number | null
  readonly clock: { readonly now: number; readonly rate: number }
  readonly leave: { readonly url: string; readonly mode: RedirectMode } | null
}

/** Header of a 204: virtual time and rate, because the clock may have moved; for example `1901959200000 1`. */
export const CLOCK_HEADER = 'Paybench-Clock'

/** A window message without its guid (contract 8.6). */
export interface FrameMessage {
  readonly message: string
  readonly data?: unknown
}

export interface FormRefusal {
  readonly problems: readonly FieldProblem[]
  readonly message: string
}
