import type { JsonObject } from '#lib/json/node'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { diagnoseAtOnce, shortVerdict } from '#domain/signature/diagnosis/diagnose'
import type { OtherSecret } from '#domain/signature/diagnosis/mistakes-in-digest'
import type { ParameterEncoding, ReceivedParameters } from './opening'
import { apiError } from '#domain/api/errors'
import type { Verdict } from '#domain/signature/verify'
import type { FormError } from './form-error'
import { semicolonErrors } from './formats'

/** A refusal, and whether the search for the mistake was cut short. */
export interface SignatureError {
  readonly error: FormError
  readonly isCutShort: boolean
}

/** The refusal of a signature that does not match (contract 2.2, 7.2), with the mistake where it can be found (2.8). */
export function signatureError(options: {
  readonly verdict: Exclude<Verdict, { readonly state: 'valid' }>
  readonly parameters: ReceivedParameters
  readonly secret: string
  readonly lenient: boolean
  readonly crypto: DiagnosticCrypto
  readonly otherSecrets: WrongSignature['otherSecrets']
}): SignatureError {
  const { verdict, parameters, secret, lenient, crypto, otherSecrets } = options
  if (verdict.state !== 'invalid') {
    const error = apiError(400, '2.2', {
      code: '3262',
      field: 'signature',
      constraint: 'required',
      message: 'The signature is empty. Make it after every other parameter is set.',
    })
    return { error, isCutShort: false }
  }
  const { root, encoding } = parameters
  const mistake =
    verdict.expected === ''
      ? TOO_LONG
      : signatureMistake({ root, secret, lenient, crypto, encoding, otherSecrets })
  const [semicolon] = semicolonErrors(root)
  const error = apiError(400, '2.2', {
    code: '3261',
    field: 'signature',
    constraint: 'format',
    message: `The signature does not match the parameters and the secret of the project. ${mistake.message}${
      semicolon === undefined ? '' : ` Besides: ${semicolon.message}`
    }`,
  })
  return { error, isCutShort: mistake.isCutShort }
}

const TOO_LONG = {
  message: 'The string to sign would be too long to be checked: send fewer and shorter parameters.',
  isCutShort: false,
}

/** Parameters whose signature does not match, and the secrets that may have been used for it. */
export interface WrongSignature {
  readonly root: JsonObject
  readonly secret: string
  readonly lenient: boolean
  readonly crypto: DiagnosticCrypto
  readonly encoding: ParameterEncoding
  /** Secrets of the other projects: one of them may have been taken by mistake. */
  readonly otherSecrets: () => readonly OtherSecret[]
}

export interface SignatureMistake {
  /** What the merchant's code most likely did, with the remedy, or what to look at where nothing fits. */
  readonly message: string
  /** Not everything was tried. */
  readonly isCutShort: boolean
}

/** Looks for the mistake behind a wrong signature (contract 2.8), no longer than a customer can wait. */
export function signatureMistake({ otherSecrets, ...wrong }: WrongSignature): SignatureMistake {
  const diagnosis = diagnoseAtOnce({
    ...wrong,
    otherSecrets: otherSecrets(),
    surface: 'form',
    place: 'signature',
  })
  return {
    message: shortVerdict(diagnosis) ?? '',
    isCutShort: 'complete' in diagnosis && !diagnosis.complete,
  }
}
