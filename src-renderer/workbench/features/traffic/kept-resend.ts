import { z } from 'zod'
import { resendParams, resendSigning } from '#protocol/traffic'
import { maskAgain } from '#domain/card/mask-again'
import type { ResendDraft } from './resend-draft'

const kept = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.string(),
  body: z.string(),
  signing: resendSigning,
  to: z.union([resendParams.shape.to.unwrap(), z.literal('')]),
  /** Something was masked that the tester had typed. */
  cardLeftOut: z.boolean(),
})

export interface KeptResend {
  readonly draft: ResendDraft
  readonly cardLeftOut: boolean
}

/** Digits after the name of a card field, unless they are the readable digits of a masked number. */
const CARD_FIELD =
  /(?<![a-z])((?:pan|cvv|cvc|card_?number)(?:\\*["']|%22)?\s*(?:[:=]|%3a|%3d)\s*(?:\\*["']|%22)?)(\d[\d -]*)(?![\d *-]*\*)/gi

/** A text with neither card numbers nor codes, whole or half typed; what is masked already stays as it is. */
function withoutCardData(text: string): string {
  return maskAgain(text, []).text.replace(
    CARD_FIELD,
    (_, name: string, digits: string) => name + digits.replaceAll(/\d/g, '*'),
  )
}

/**
 * What is kept of a request that is being edited, null where nothing was edited. The fields for number and code are left
 * out, and card data in all others is masked before it leaves the page.
 */
export function keptResend(draft: ResendDraft, original: ResendDraft): string | null {
  const { cardNumber: _number, cvv: _cvv, ...parts } = draft
  const { cardNumber: _noNumber, cvv: _noCvv, ...before } = original
  if (JSON.stringify(parts) === JSON.stringify(before)) return null
  const masked = {
    ...parts,
    path: withoutCardData(parts.path),
    headers: withoutCardData(parts.headers),
    body: withoutCardData(parts.body),
  }
  const cardLeftOut = (['path', 'headers', 'body'] as const).some((part) => masked[part] !== parts[part])
  return JSON.stringify({ ...masked, cardLeftOut } satisfies z.infer<typeof kept>)
}

/** What was kept before; null where that cannot be read. */
export function readKeptResend(data: string): KeptResend | null {
  try {
    const read = kept.safeParse(JSON.parse(data))
    if (!read.success) return null
    const { cardLeftOut, ...parts } = read.data
    return { draft: { ...parts, cardNumber: '', cvv: '' }, cardLeftOut }
  } catch {
    return null
  }
}
