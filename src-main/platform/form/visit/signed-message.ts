import { isRecord } from '#lib/json/record'
import type { SignatureCrypto } from '#domain/signature/crypto'
import { signPlain } from '#domain/signature/sign'
import type { FrameMessage } from '#domain/form/wire'

/**
 * Signs a message for the embedding page: a result or a token is signed in `general`, like a callback (contract 12.28).
 */
export function signedMessage(message: FrameMessage, secret: string, crypto: SignatureCrypto): FrameMessage {
  const { data } = message
  if (!isRecord(data) || !isRecord(data['general'])) return message
  const signature = signPlain(data, secret, crypto, 'callback')
  return { message: message.message, data: { ...data, general: { ...data['general'], signature } } }
}
