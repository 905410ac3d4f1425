import { apiFault } from '../../api/faults'
import type { DiagnosticCrypto } from '../../signature/crypto'
import type { Verdict } from '../../signature/verify'
import type { FormFault } from './fault'
import { semicolonFaults } from './formats'
import type { ReceivedParameters } from './received'
import { signatureMistake, type WrongSignature } from './signature-mistake'

/** The refusal of a signature that does not fit (contract 2.2, 7.2), with the mistake where it can be told (2.8). */
export function signatureFault(options: {
  readonly verdict: Exclude<Verdict, { readonly state: 'valid' }>
  readonly parameters: ReceivedParameters
  readonly secret: string
  readonly lenient: boolean
  readonly crypto: DiagnosticCrypto
  readonly otherSecrets: WrongSignature['otherSecrets']
}): FormFault {
  const { verdict, parameters, secret, lenient, crypto, otherSecrets } = options
  if (verdict.state !== 'invalid') {
    return apiFault(400, '2.2', {
      code: '3262',
      field: 'signature',
      constraint: 'required',
      message: 'The signature is empty. Make it after every other parameter is set.',
    })
  }
  const { root, encoding } = parameters
  const mistake =
    verdict.expected === ''
      ? 'The string to sign would be too long to be checked: send fewer and shorter parameters.'
      : signatureMistake({ root, secret, lenient, crypto, encoding, otherSecrets })
  const [semicolon] = semicolonFaults(root)
  return apiFault(400, '2.2', {
    code: '3261',
    field: 'signature',
    constraint: 'format',
    message: `The signature does not fit the parameters and the secret of the project. ${mistake}${
      semicolon === undefined ? '' : ` Besides: ${semicolon.message}`
    }`,
  })
}
