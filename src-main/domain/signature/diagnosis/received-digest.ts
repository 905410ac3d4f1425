import { LIMITS } from '#lib/limits/limit-table'
import { decodeBase64, encodeBase64 } from '#lib/bytes/base64'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import type { HashName } from '#domain/signature/crypto'
import { decodedOnce } from './arrival'
import { bytesOfAnyBase64, bytesOfHex } from './lenient-encodings'

/** How a digest was written wrongly, or what happened to the right text during transport. */
export type WritingMistake =
  | 'hex'
  | 'base64OfHex'
  | 'base64Twice'
  | 'base64url'
  | 'wrapped'
  | 'plusLost'
  | 'encodedTwice'
  | 'surroundedBySpace'
  | 'backslashes'

/** The digest that a received text stands for, if its writer made the given mistakes. */
export interface ReceivedDigest {
  readonly digest: Uint8Array
  readonly hash: HashName
  readonly mistakes: readonly WritingMistake[]
  /** Writes a digest in the same way; for the received digest it gives the received text. */
  readonly write: (digest: Uint8Array) => string
}

const HASH_OF_LENGTH: ReadonlyMap<number, HashName> = new Map([
  [64, 'sha512'],
  [32, 'sha256'],
  [20, 'sha1'],
])

interface Reading {
  readonly text: string
  readonly mistakes: readonly WritingMistake[]
  readonly back: (text: string) => string
}

/** Every digest that a received text can stand for, the plainest reading first (contract 2.8). */
export const receivedDigests = (received: string): readonly ReceivedDigest[] =>
  (received.length > LIMITS.signatureChars ? [] : arrivals(received)).flatMap((arrival) =>
    encodings(arrival.text).flatMap(({ digest, mistakes, write }) => {
      const hash = HASH_OF_LENGTH.get(digest.length)
      const all = [...mistakes, ...arrival.mistakes]
      const whole = (bytes: Uint8Array): string => arrival.back(write(bytes))
      return hash === undefined || all.length > 2 || whole(digest) !== received
        ? []
        : [{ digest, hash, mistakes: all, write: whole }]
    }),
  )

/** Readings of a received text with damage of the transport undone. `back` does the damage again. */
const arrivals = (received: string): readonly Reading[] => {
  const readings: Reading[] = [{ text: received, mistakes: [], back: (text) => text }]
  if (received.includes(' ') && !received.includes('+')) {
    readings.push({
      text: received.replaceAll(' ', '+'),
      mistakes: ['plusLost'],
      back: (text) => text.replaceAll('+', ' '),
    })
  }
  const decoded = decodedOnce(received)
  if (decoded !== received) {
    readings.push({ text: decoded, mistakes: ['encodedTwice'], back: (text) => encodedLike(received, text) })
    const spaced = decoded.replaceAll(' ', '+')
    if (spaced !== decoded) {
      readings.push({
        text: spaced,
        mistakes: ['encodedTwice', 'plusLost'],
        back: (text) => encodedLike(received, text.replaceAll('+', ' ')),
      })
    }
  }
  const trimmed = received.trim()
  if (trimmed !== received) {
    const at = received.indexOf(trimmed)
    readings.push({
      text: trimmed,
      mistakes: ['surroundedBySpace'],
      back: (text) => `${received.slice(0, at)}${text}${received.slice(at + trimmed.length)}`,
    })
  }
  if (received.includes('\\/')) {
    readings.push({
      text: received.replaceAll('\\/', '/'),
      mistakes: ['backslashes'],
      back: (text) => text.replaceAll('/', '\\/'),
    })
  }
  return readings
}

/** Percent-encodes the characters that the model has percent-encoded, in the same letter case. */
const encodedLike = (model: string, text: string): string =>
  text.replace(/[+/= _-]/g, (character) => {
    const escaped = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
    return [escaped.toUpperCase(), escaped].find((each) => model.includes(each)) ?? character
  })

interface Encoding {
  readonly digest: Uint8Array
  readonly mistakes: readonly WritingMistake[]
  readonly write: (digest: Uint8Array) => string
}

const encodings = (text: string): readonly Encoding[] => {
  const found: Encoding[] = []
  const plain = decodeBase64(text)
  if (plain !== undefined) found.push({ digest: plain, mistakes: [], write: encodeBase64 })
  const hex = fromHex(text)
  if (hex !== undefined) found.push({ digest: hex.digest, mistakes: ['hex'], write: hex.write })
  if (plain !== undefined) {
    const inner = decodeUtf8(plain) ?? ''
    const innerHex = fromHex(inner)
    if (innerHex !== undefined) {
      found.push({
        digest: innerHex.digest,
        mistakes: ['base64OfHex'],
        write: (digest) => encodeBase64(encodeUtf8(innerHex.write(digest))),
      })
    }
    const innerDigest = decodeBase64(inner)
    if (innerDigest !== undefined && inner !== '') {
      found.push({
        digest: innerDigest,
        mistakes: ['base64Twice'],
        write: (digest) => encodeBase64(encodeUtf8(encodeBase64(digest))),
      })
    }
  }
  const url = fromUrlAlphabet(text)
  if (plain === undefined && url !== undefined) found.push(url)
  const unwrapped = text.replace(/\r\n|\n/g, '')
  const inOneLine = unwrapped === text ? undefined : decodeBase64(unwrapped)
  if (inOneLine !== undefined) {
    found.push({
      digest: inOneLine,
      mistakes: ['wrapped'],
      write: (digest) => wrappedLike(text, encodeBase64(digest)),
    })
  }
  return found
}

const fromHex = (text: string): Pick<Encoding, 'digest' | 'write'> | undefined => {
  const capitals = text === text.toUpperCase()
  const digest = capitals || text === text.toLowerCase() ? bytesOfHex(text) : undefined
  if (digest === undefined) return undefined
  const write = (bytes: Uint8Array): string => {
    const small = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return capitals ? small.toUpperCase() : small
  }
  return { digest, write }
}

/** Reads base64url, or base64 without padding. */
const fromUrlAlphabet = (text: string): Encoding | undefined => {
  const digest = bytesOfAnyBase64(text)
  if (digest === undefined || digest.length === 0) return undefined
  const alphabet = /[-_]/.test(text)
  const padding = text.endsWith('=')
  return {
    digest,
    mistakes: ['base64url'],
    write: (bytes) => {
      const base64 = encodeBase64(bytes)
      const letters = alphabet ? base64.replaceAll('+', '-').replaceAll('/', '_') : base64
      return padding ? letters : letters.replace(/=+$/, '')
    },
  }
}

/** Breaks a text into lines at the places where the model is broken. */
const wrappedLike = (model: string, text: string): string => {
  let wrapped = ''
  let at = 0
  for (const character of model) {
    if (character === '\r' || character === '\n') wrapped += character
    else {
      wrapped += text.charAt(at)
      at += 1
    }
  }
  return wrapped
}
