import { ownMember } from '#lib/own-member'
import { resultMessage } from '#domain/result-code/result-codes'

export interface Refusal {
  readonly code: string
  readonly field?: string | undefined
  readonly contract: string
}

const SECTIONS: Readonly<Record<string, string>> = {
  '1': 'Versions and transport',
  '2': 'Signature',
  '2.1': 'Place of the signature',
  '2.2': 'How to make the signature',
  '5': 'The signed API',
  '5.1': 'Requirements for every request',
  '5.2': 'Additional payment information',
  '5.3': 'Payment status',
  '5.4': 'Status by request id',
  '5.5': 'Card purchase and hold',
  '5.6': 'Capture, cancel and refund',
  '5.7': 'Uniqueness of payment ids and refunds',
  '5.8': 'Fields that can be requested',
  '6': 'Rules of the clarification',
  '7': 'The hosted form',
  '7.1': 'Opening the form',
  '7.2': 'Responses of the form',
  '7.3': 'Parameters of the form',
  '7.5': 'Time limit and further attempts',
  '16': 'Payment methods other than cards',
}

const REMEDIES: Readonly<Record<string, string>> = {
  '303': 'Add the caller to the allowed addresses in Settings, or call from one of them.',
  '501':
    'Nothing was changed. If the switch Platform failure caused it, switch it off in Settings and send the request again.',
  '702': 'Correct the address, the method or the content type, and send the request again.',
  '2003': 'Correct the body where the message says, and send it again.',
  '2004': 'Add the field, sign the request again and send it again.',
  '2442': 'Use the number of a project that Settings lists, and its secret.',
  '3041':
    'Use a payment id that the project has not seen: the same letters in another case count as the same.',
  '3060': 'Request the status first: the payment has left the status in which this request is accepted.',
  '3061': 'Register the payment first, or correct the id.',
  '3230': 'Use another merchant_refund_id, unless this request repeats the same refund.',
  '3261':
    'The Signature tab shows the string that was to be signed; the Signature page looks for the mistake.',
  '3262': 'The signature is empty: add it and send the request again.',
  '3283': 'Refund at most what is left of the payment.',
  '3284': 'Use the currency of the payment.',
}

const OTHERWISE = 'Correct the field, sign the request again and send it again.'

/** Explains a refusal. A section without a title gets the title of its chapter. */
export function explainRefusal({ code, contract }: Refusal) {
  const [chapter = ''] = contract.split('.', 1)
  return {
    /** Subject of the contract section, such as "Place of the signature". */
    rule: ownMember(SECTIONS, contract) ?? ownMember(SECTIONS, chapter) ?? 'A rule of the platform',
    protocolText: resultMessage(code),
    remedy: ownMember(REMEDIES, code) ?? OTHERWISE,
  }
}
