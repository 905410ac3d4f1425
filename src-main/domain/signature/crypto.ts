/** The host's cryptography: HMAC (RFC 4231). */
export interface SignatureCrypto {
  /** The raw HMAC, of the hash's length. */
  hmac(hash: HashName, key: Uint8Array, message: Uint8Array): Uint8Array
}

/** Hashes of 64, 32 and 20 bytes. */
export type HashName = 'sha512' | 'sha256' | 'sha1'

/** For the search for mistakes (contract 2.8): some wrong signatures are made without a key. */
export interface DiagnosticCrypto extends SignatureCrypto {
  hash(hash: HashName, message: Uint8Array): Uint8Array
}
