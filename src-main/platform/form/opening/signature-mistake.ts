import type { JsonObject } from '#lib/json/node'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { diagnoseAtOnce, shortVerdict } from '#domain/signature/diagnosis/diagnose'
import type { OtherSecret } from '#domain/signature/diagnosis/keys'
import type { ParameterEncoding } from './received'

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
