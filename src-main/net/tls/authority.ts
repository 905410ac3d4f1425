import type { ServerTls } from '#net/intake/server'
import {
  type KeyAndCertificate,
  makeAuthority,
  makeServerCertificate,
  pairFiles,
  type PairFiles,
  readPair,
  setAside,
  type SetAside,
  writePair,
} from './certificates'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

export type { SetAside } from './certificates'

/** The local certificate authority of one data folder. */
export interface Authority {
  /** The certificate that clients have to trust, PEM. */
  readonly caPem: string
  /** File of the certificate; null: it is in memory only. */
  readonly caFile: string | null
  /**
   * Returns the server certificate for exactly these names (see `certificateNames`): the stored one, or a new one where
   * that is missing or damaged, expires soon or has other names.
   */
  serverCertificate(names: readonly string[]): Promise<ServerCertificateOutcome>
}

export type ServerCertificateOutcome =
  | { readonly kind: 'ready'; readonly tls: ServerTls; readonly setAside: readonly SetAside[] }
  | AuthorityFailure

/** The folder cannot be read or written. */
export interface AuthorityFailure {
  readonly kind: 'failed'
  readonly code: string
  /** What happened and what to do, for people. */
  readonly message: string
}

export type OpenAuthorityOutcome =
  | {
      readonly kind: 'opened'
      readonly authority: Authority
      /** Unusable files that were moved aside. Clients have to trust the new authority then. */
      readonly setAside: readonly SetAside[]
      /** The same as sentences for people; null where nothing was set aside. */
      readonly notice: string | null
    }
  | AuthorityFailure

/**
 * Opens the authority of a data folder, or creates one. Moves damaged, half-written or expired files aside and replaces
 * them; it never deletes them.
 * @param directory the folder of the certificates; null: keep everything in memory
 */
export async function openAuthority(
  directory: string | null,
  now: () => Date = () => new Date(),
): Promise<OpenAuthorityOutcome> {
  if (directory === null) {
    return {
      kind: 'opened',
      authority: memoryAuthority(await makeAuthority(now()), now),
      setAside: [],
      notice: null,
    }
  }
  return guarded(directory, async () => {
    const files = pairFiles(directory, 'authority')
    const fault = (pair: KeyAndCertificate) => authorityError(pair, now())
    const { pair, moved } = await storedOrNew(directory, files, now, fault, () => makeAuthority(now()))
    const authority = fileAuthority(directory, files, pair, now)
    return { kind: 'opened', authority, setAside: moved, notice: noticeOf(moved) }
  })
}

function memoryAuthority(pair: KeyAndCertificate, now: () => Date): Authority {
  return {
    caPem: pair.certPem,
    caFile: null,
    async serverCertificate(names) {
      return { kind: 'ready', tls: await makeServerCertificate(pair, names, now()), setAside: [] }
    },
  }
}

function fileAuthority(
  directory: string,
  files: PairFiles,
  ca: KeyAndCertificate,
  now: () => Date,
): Authority {
  const serverFiles = pairFiles(directory, 'server')
  const make = (names: readonly string[]) => makeServerCertificate(ca, names, now())
  return {
    caPem: ca.certPem,
    caFile: files.cert,
    serverCertificate: (names) =>
      guarded(directory, async () => {
        const stored = await readPair(serverFiles)
        const state = stored.kind === 'pair' ? serverError(stored.pair, ca.certPem, names, now()) : null
        if (state?.renewal === true) {
          // Nobody depends on a server certificate, so a renewal needs no notice.
          const tls = await make(names)
          await writePair(directory, serverFiles, tls)
          return { kind: 'ready', tls, setAside: [] }
        }
        const fault = (pair: KeyAndCertificate) => serverError(pair, ca.certPem, names, now())?.reason ?? null
        const { pair, moved } = await storedOrNew(directory, serverFiles, now, fault, () => make(names))
        return { kind: 'ready', tls: pair, setAside: moved }
      }),
  }
}

async function storedOrNew(
  directory: string,
  files: PairFiles,
  now: () => Date,
  fault: (pair: KeyAndCertificate) => string | null,
  make: () => Promise<KeyAndCertificate>,
): Promise<{ readonly pair: KeyAndCertificate; readonly moved: readonly SetAside[] }> {
  const stored = await readPair(files)
  let moved: readonly SetAside[] = []
  if (stored.kind === 'pair') {
    const reason = fault(stored.pair)
    if (reason === null) return { pair: stored.pair, moved }
    moved = await setAside(files, reason, now())
  } else if (stored.kind === 'partial') {
    moved = await setAside(files, `its other half is missing (${stored.missing})`, now())
  }
  const pair = await make()
  await writePair(directory, files, pair)
  return { pair, moved }
}

/** Turns errors of the file system into a failure. */
async function guarded<Outcome>(
  directory: string,
  task: () => Promise<Outcome>,
): Promise<Outcome | AuthorityFailure> {
  try {
    return await task()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) throw error
    const code = String(error.code)
    return {
      kind: 'failed',
      code,
      message: `The certificates in ${directory} cannot be read or written (${code}). Check the permissions of this folder.`,
    }
  }
}

function noticeOf(moved: readonly SetAside[]): string | null {
  const first = moved[0]
  if (first === undefined) return null
  const files = moved.map(({ file, movedTo }) => `${file} is now ${movedTo}`).join('; ')
  return (
    `A new certificate authority was created, because the old one could not be used: ${first.reason}. ${files}. ` +
    'Clients that trusted the old authority have to trust the new one.'
  )
}

/** A certificate is renewed this long before it expires, so that it does not expire while the bench runs. */
const RENEW_BEFORE_MS = 30 * 86_400_000

/** Says why a stored authority cannot be used; null: it can. */
function authorityError(pair: KeyAndCertificate, now: Date): string | null {
  const certificate = readCertificate(pair)
  if (typeof certificate === 'string') return certificate
  if (!certificate.ca || !certificate.verify(certificate.publicKey))
    return 'it is not a certificate of an authority'
  return periodError(certificate, now)
}

/** Says why a stored server certificate cannot be used; null: it can. `renewal`: this is normal and needs no notice. */
function serverError(
  pair: KeyAndCertificate,
  authorityPem: string,
  names: readonly string[],
  now: Date,
): { readonly reason: string; readonly renewal: boolean } | null {
  const certificate = readCertificate(pair)
  if (typeof certificate === 'string') return { reason: certificate, renewal: false }
  const authority = new X509Certificate(authorityPem)
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey)) {
    return { reason: 'it was signed by another authority', renewal: true }
  }
  const fault = periodError(certificate, now)
  if (fault !== null) return { reason: fault, renewal: true }
  if (!sameNames(certificate, names)) return { reason: 'the names have changed', renewal: true }
  return null
}

function readCertificate({ certPem, keyPem }: KeyAndCertificate): X509Certificate | string {
  try {
    const certificate = new X509Certificate(certPem)
    const matches = certificate.checkPrivateKey(createPrivateKey(keyPem))
    return matches ? certificate : 'the key does not belong to the certificate'
  } catch {
    return 'the key or the certificate cannot be read'
  }
}

function periodError(certificate: X509Certificate, now: Date): string | null {
  // Ignore "not valid yet": it means a wrong clock, and a new authority would not help.
  if (Date.parse(certificate.validTo) - RENEW_BEFORE_MS < now.getTime())
    return 'it has expired or is about to'
  return null
}

function sameNames(certificate: X509Certificate, names: readonly string[]): boolean {
  const entries = (certificate.subjectAltName ?? '').split(', ').filter((entry) => entry !== '')
  if (entries.length !== names.length) return false
  return names.every((name) =>
    isIP(name) === 0
      ? certificate.checkHost(name, { wildcards: false }) !== undefined
      : certificate.checkIP(name) !== undefined,
  )
}
