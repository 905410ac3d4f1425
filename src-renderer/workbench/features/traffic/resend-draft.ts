import { z } from 'zod'
import { resendParams, type ResendSigning, resendSigning, type TrafficDetail } from '#protocol/traffic'
import { maskAgainInSteps } from '#domain/card/mask-again'
import { doAllSteps } from '#lib/steps'
import { headersText, readHeaders } from '#window/message-view/wire'
import { keepSessionDraft, sessionDraftsOf } from '#window/state/preferences'
import { readStored } from '#window/state/preferences-shape'

const kept = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.string(),
  body: z.string(),
  signing: resendSigning,
  to: z.union([resendParams.shape.to.unwrap(), z.literal('')]),
  cardLeftOut: z.boolean(),
})

/** A request while it is edited. Its card data is never stored. */
export interface ResendDraft extends Readonly<Omit<z.infer<typeof kept>, 'cardLeftOut'>> {
  readonly cardNumber: string
  readonly cvv: string
}

/** The draft before any edit; an imported request goes to the platform by default. */
export function draftOf(detail: TrafficDetail, signing: ResendSigning = 'keep'): ResendDraft {
  return {
    method: detail.method,
    path: detail.path,
    headers: headersText(detail.headers),
    body: detail.body ?? '',
    signing,
    cardNumber: '',
    cvv: '',
    to: detail.source === 'imported' ? 'platform' : '',
  }
}

/** The parameters of the call: only the parts that differ from the original. */
export function paramsOf(detail: TrafficDetail, draft: ResendDraft, edit: boolean) {
  const before = draftOf(detail)
  const edits = {
    ...(draft.method === before.method ? {} : { method: draft.method }),
    ...(draft.path === before.path ? {} : { path: draft.path }),
    ...(draft.headers === before.headers ? {} : { headers: readHeaders(draft.headers) }),
    ...(draft.body === before.body ? {} : { body: draft.body }),
  }
  return {
    id: detail.id,
    signing: draft.signing,
    ...(edit && Object.keys(edits).length > 0 ? { edits } : {}),
    ...(draft.cardNumber === ''
      ? {}
      : {
          card: {
            number: draft.cardNumber.replaceAll(/[\s-]/g, ''),
            ...(draft.cvv === '' ? {} : { cvv: draft.cvv.trim() }),
          },
        }),
    ...(draft.to === '' ? {} : { to: draft.to }),
  }
}

export interface KeptResend {
  readonly draft: ResendDraft
  readonly cardLeftOut: boolean
}

/** Digits after the name of a card field, unless they are the readable digits of a masked number. */
const CARD_FIELD =
  /(?<![a-z])((?:pan|cvv|cvc|card_?number)(?:\\*["']|%22)?\s*(?:[:=]|%3a|%3d)\s*(?:\\*["']|%22)?)(\d[\d -]*)(?![\d *-]*\*)/gi

/** Masks card numbers and codes, complete or partial; those already masked stay as they are. */
function maskCardData(text: string): string {
  return doAllSteps(maskAgainInSteps(text, [])).text.replace(
    CARD_FIELD,
    (_, name: string, digits: string) => name + digits.replaceAll(/\d/g, '*'),
  )
}

/** An edited request as it is stored; null if nothing was edited. Card data is left out or masked. */
export function keptResend(draft: ResendDraft, original: ResendDraft): string | null {
  const { cardNumber: _number, cvv: _cvv, ...parts } = draft
  const { cardNumber: _noNumber, cvv: _noCvv, ...before } = original
  if (JSON.stringify(parts) === JSON.stringify(before)) return null
  const masked = {
    ...parts,
    path: maskCardData(parts.path),
    headers: maskCardData(parts.headers),
    body: maskCardData(parts.body),
  }
  const cardLeftOut = (['path', 'headers', 'body'] as const).some((part) => masked[part] !== parts[part])
  return JSON.stringify({ ...masked, cardLeftOut } satisfies z.infer<typeof kept>)
}

export function readKeptResend(data: string | undefined): KeptResend | null {
  const read = readStored(kept, data)
  if (read === null) return null
  const { cardLeftOut, ...parts } = read
  return { draft: { ...parts, cardNumber: '', cvv: '' }, cardLeftOut }
}

const STORED = 'resend '

export const keptResendOf = (id: string): KeptResend | null => readKeptResend(sessionDraftsOf(STORED)[id])

/** Keeps edits until they are sent, without card data; null forgets them. */
export const keepResend = (id: string, text: string | null): void => keepSessionDraft(STORED + id, text)
