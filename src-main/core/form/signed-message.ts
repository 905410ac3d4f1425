import { isRecord } from '../json/record'
import type { SignatureCrypto } from '../signature/crypto'
import { signPlain } from '../signature/sign'
import type { FrameMessage } from './wire'

/** A result or a token as the page around gets it: signed in `general`, like a callback (contract 12.28). */
export function signedMessage(message: FrameMessage, secret: string, crypto: SignatureCrypto): FrameMessage {
  const { data } = message
  if (!isRecord(data) || !isRecord(data['general'])) return message
  const signature = signPlain(data, secret, crypto, 'callback')
  return { message: message.message, data: { ...data, general: { ...data['general'], signature } } }
}
