import { flattenFields } from '#domain/clarification/fields'
import type { FormStrings } from '#platform/form/strings/en'
import { type ClarificationView, type DetailsView, type FormPage, reasonOf } from '#domain/form/view'
import { renderSubmit } from './card-page'
import { askedFields, fullWidths, inAskedOrder, problemOf, renderAskedField } from './input'
import { html, type Html } from '#lib/html/html'
import {
  countdown,
  hasShopsButton,
  renderCountdown,
  renderNoScript,
  renderNotice,
  renderSummary,
  renderWithSummary,
} from './parts'

/** Collects customer data before the card (contract 7.4). */
export function renderDetailsPage(page: FormPage, view: DetailsView, strings: FormStrings): Html {
  const time = renderCountdown(page.frame, strings, strings.form.payWithin, view.confirmBefore)
  const head = html`<h1 class="pf-h" id="pf-title" tabindex="-1">${strings.details.title}</h1>`
  return renderAsked(page, strings, {
    action: 'details',
    time,
    head,
    values: view.fields,
    submit: strings.details.submit,
  })
}

/** Collects data while a payment waits for clarification (contract 6, on the form). */
export function renderClarificationPage(page: FormPage, view: ClarificationView, strings: FormStrings): Html {
  const asked = flattenFields(view.remaining)
  const values = asked.map(({ path }) => {
    const refused = view.refused.find((each) => each.path === `additional_data.${path}`)
    return {
      path,
      problem: problemOf(page, path) ?? (refused === undefined ? null : reasonOf(path, refused.constraint)),
      hint: path.endsWith('.security_code') ? { text: strings.clarification.codeSent(view.phoneEnd) } : null,
    }
  })
  const { text } = strings.clarification
  const [continues = text] = text.split(/(?<=\.) /)
  const again = view.refused.some(({ asked: counts }) => counts) || Object.keys(view.accepted).length > 0
  const head = html`<div>
    <h1 class="pf-h" id="pf-title" tabindex="-1">${strings.clarification.title}</h1>
    <p>${again ? strings.clarification.again : page.frame.ways === 'card' ? text : continues}</p>
  </div>`
  const time = renderCountdown(page.frame, strings, strings.form.answerWithin, view.expiresAt)
  const submit = strings.clarification.submit
  const end = view.code === null ? null : renderResend(page, strings, view.code)
  return renderAsked(page, strings, { action: 'clarification', time, head, values, submit, end })
}

/** A new code can be sent once the time of the last one is over (contract 16.4). */
function renderResend(
  { frame }: FormPage,
  strings: FormStrings,
  { resendAt, isDue }: NonNullable<ClarificationView['code']>,
): Html {
  return isDue
    ? html`<div class="pf-ways">
        <button class="pf-back" type="button" data-action="resend-code">${strings.methods.newCode}</button>
      </div>`
    : html`<p class="pf-help center">${strings.methods.newCodeIn} ${countdown(frame, strings, resendAt)}</p>`
}

function renderAsked(
  page: FormPage,
  strings: FormStrings,
  parts: {
    readonly action: 'details' | 'clarification'
    readonly time: Html | null
    readonly head: Html
    readonly values: readonly ({ readonly path: string } & Parameters<typeof renderAskedField>[3])[]
    readonly submit: string
    /** Below the button. */
    readonly end?: Html | null
  },
): Html {
  const { frame } = page
  const values = inAskedOrder(parts.values)
  const fields = askedFields(
    values.map(({ path }) => path),
    strings,
  )
  const groups = [...new Set(fields.map(({ group }) => group))]
  const gridOf = (asked: typeof fields): Html => {
    const widths = fullWidths(asked)
    return html`<div class="pf-grid">
      ${asked.map((field, index) =>
        renderAskedField(page, field, strings, {
          ...values.find(({ path }) => path === field.path),
          isHalf: widths[index] === false,
          isGrouped: true,
        }),
      )}
    </div>`
  }
  const isShopsButton = hasShopsButton(frame) && parts.action === 'details'
  return html`<form
    class="pf-two"
    method="post"
    action="${frame.base}/${parts.action}"
    novalidate
    data-action="${parts.action}"
    aria-labelledby="pf-title"
  >
    ${renderWithSummary(
      frame,
      strings,
      parts.time,
      html`${parts.head} ${renderNoScript(strings)} ${renderNotice(strings)} ${renderSummary()}
      ${
        fields.length === 1
          ? gridOf(fields)
          : groups.map(
              (group) =>
                html`<fieldset>
                  <legend>${strings.groups[group]}</legend>
                  ${gridOf(fields.filter((field) => field.group === group))}
                </fieldset>`,
            )
      }
      ${isShopsButton ? null : renderSubmit(parts.submit, { hasLock: false })} ${parts.end ?? null}`,
    )}
  </form>`
}
