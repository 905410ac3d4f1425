import type { RedirectMode } from './settings'
import type { FieldProblem, FormView } from './view'

/**
 * The requests between the form's page and the platform. They belong to our own page: a merchant never
 * sees them. All are below the path of the session, `/payment/<id>`:
 *
 * - `GET  …`                the page as it stands, for a reload or the way back from an external page
 * - `GET  …/view?rev=R`     200 {@link FormUpdate}, or 204 with {@link CLOCK_HEADER} while R is still what is shown
 * - `POST …/details`        {@link DetailsBody}
 * - `POST …/confirm`        {@link ConfirmBody}
 * - `POST …/clarification`  {@link ClarificationBody}
 * - `POST …/retry`, `POST …/give-up`   `{}`
 * - `POST …/cards/remove`   {@link RemoveCardBody}
 * - `GET  …/issuer`         page of the simulated issuer; it posts `code` or `cancel` as a form to the same path
 *
 * Every POST takes JSON (the issuer's apart). The response is a {@link FormUpdate}, or 422 and {@link FormRefusal}
 * where a value is not accepted, or 404 and {@link FormRefusal} where the session is gone. Like
 * the request for the view, it names what the page shows (`?rev=R`), so that its response repeats what an earlier one held that
 * never arrived.
 */
export interface FormUpdate {
  readonly view: FormView['kind']
  /** Changes with everything that has to be drawn. */
  readonly rev: string
  /** Inside of `<main id="page">`. */
  readonly html: string
  /** For the parent, in this order, after the page was drawn. */
  readonly messages: readonly FrameMessage[]
  /** Milliseconds until the page asks again; null: it need not. */
  readonly pollAfterMs: number | null
  readonly clock: { readonly now: number; readonly rate: number }
  /** The page leaves by itself. */
  readonly leave: { readonly url: string; readonly mode: RedirectMode } | null
}

/** Header of a response that changes nothing: virtual time and rate, `1901959200000 1`; the clock may have been moved. */
export const CLOCK_HEADER = 'Paybench-Clock'

/** A window message without its guid (contract 8.6). */
export interface FrameMessage {
  readonly message: string
  readonly data?: unknown
}

export interface FormRefusal {
  readonly problems: readonly FieldProblem[]
  /** A sentence in the customer's language. */
  readonly message: string
}

/** Values by their path: `{"customer.email": "nora@mail.test"}`. */
export interface DetailsBody {
  readonly fields: Readonly<Record<string, string>>
}

export interface ConfirmBody {
  /** Absent where a saved card is used. */
  readonly card?: {
    readonly pan: string
    readonly month: string
    readonly year: string
    readonly cvv: string
    readonly card_holder: string
  }
  readonly saved_card?: { readonly id: number; readonly cvv: string }
  readonly save?: boolean
  readonly fields?: Readonly<Record<string, string>>
  /** What the script knows of the browser, by the names of contract 5.8 (`screen_res`, `timezone_offset`). */
  readonly browser?: Readonly<Record<string, string | number | boolean>>
  /** What the merchant's page gave when it agreed (contract 8.9, step 4a). */
  readonly additional?: Readonly<Record<string, unknown>>
}

export interface ClarificationBody {
  readonly fields: Readonly<Record<string, string>>
}

export interface RemoveCardBody {
  readonly id: number
}
