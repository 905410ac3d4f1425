import { StartProblem } from '#lib/error-text'
import { type KeyAndCertificate, makeAuthority, makeServerCertificate } from './certificates'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'

export interface Authority {
  readonly caPem: string
  /** Says that unusable files were moved aside, so clients have to trust the new authority; null if none were. */
  readonly notice: string | null
  /**
   * Returns the stored certificate for exactly these names (see `certificateNames`), or a new one if the stored one
   * is missing or damaged, expires soon or has other names.
   */
  serverCertificate(names: readonly string[]): Promise<KeyAndCertificate>
}

/**
 * Opens the authority of a data folder, or creates one. Moves damaged, half-written or expired files aside; never
 * deletes them. Both functions throw a {@link StartProblem} if the folder cannot be read or written.
 * @param directory null to keep everything in memory
 */
export async function openAuthority(
  directory: string | null,
  now: () => Date = () => new Date(),
): Promise<Authority> {
  return explainingErrors(directory, async () => {
    const stored = directory === null ? null : await readPair(directory, 'authority')
    const fault = faultOf(stored, (pair) => authorityError(pair, now()))
    const usable = fault === null ? pairOf(stored) : null
    const ca = usable ?? (await makeAuthority(now()))
    let notice: string | null = null
    if (directory !== null && usable === null) {
      if (fault !== null) notice = noticeOf(fault, await setAside(directory, 'authority', now()))
      await writePair(directory, 'authority', ca)
    }
    return {
      caPem: ca.certPem,
      notice,
      serverCertificate: (names) =>
        explainingErrors(directory, async () => {
          const storedServer = directory === null ? null : await readPair(directory, 'server')
          const serverFault = faultOf(storedServer, (pair) => serverError(pair, ca.certPem, names, now()))
          const usableServer = serverFault === null ? pairOf(storedServer) : null
          if (usableServer !== null) return usableServer
          // Clients trust the authority, so a new server certificate needs no notice.
          const server = await makeServerCertificate(ca, names, now())
          if (directory !== null) await writePair(directory, 'server', server)
          return server
        }),
    }
  })
}

type Name = 'authority' | 'server'

/** Both files, the name of the one that is missing, or null if both are missing. */
type StoredPair = KeyAndCertificate | { readonly missing: string } | null

const pairOf = (stored: StoredPair): KeyAndCertificate | null =>
  stored === null || 'missing' in stored ? null : stored

/** Null if the pair is usable, or nothing is stored. */
function faultOf(stored: StoredPair, fault: (pair: KeyAndCertificate) => string | null): string | null {
  if (stored === null) return null
  return 'missing' in stored ? `one of its two files is missing (${stored.missing})` : fault(stored)
}

function filesOf(directory: string, name: Name) {
  return { cert: join(directory, `${name}.pem`), key: join(directory, `${name}.key.pem`) }
}

/** Rejects with the system's error if a file exists but cannot be read. */
async function readPair(directory: string, name: Name): Promise<StoredPair> {
  const { cert, key } = filesOf(directory, name)
  const certPem = await ifThere(readFile(cert, 'utf8'))
  const keyPem = await ifThere(readFile(key, 'utf8'))
  if (certPem === null && keyPem === null) return null
  if (certPem === null || keyPem === null) return { missing: certPem === null ? cert : key }
  // Copying the folder may have made the key readable by others.
  if (((await stat(key)).mode & 0o077) !== 0) await chmod(key, 0o600)
  return { certPem, keyPem }
}

/** Only the owner can read the key. The certificate comes last: a half-written pair is a key alone. */
async function writePair(directory: string, name: Name, pair: KeyAndCertificate): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { cert, key } = filesOf(directory, name)
  await writeWhole(key, pair.keyPem, 0o600)
  await writeWhole(cert, pair.certPem, 0o644)
}

async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w', mode)
  try {
    // The mode of `open` applies only to a new file.
    await handle.chmod(mode)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}

/** Renames the files to unused names in the same folder. Returns old and new names. */
async function setAside(directory: string, name: Name, now: Date): Promise<readonly (readonly string[])[]> {
  const moved: (readonly string[])[] = []
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  for (const file of Object.values(filesOf(directory, name))) {
    if ((await ifThere(stat(file))) === null) continue
    let movedTo = `${file}.set-aside-${stamp}`
    for (let attempt = 2; (await ifThere(stat(movedTo))) !== null; attempt += 1)
      movedTo = `${file}.set-aside-${stamp}-${attempt}`
    await rename(file, movedTo)
    moved.push([file, movedTo])
  }
  return moved
}

async function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function explainingErrors<T>(directory: string | null, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) throw error
    throw new StartProblem(
      `The certificates in ${String(directory)} cannot be read or written (${String(error.code)}). Check the permissions of this folder.`,
      { cause: error },
    )
  }
}

function noticeOf(reason: string, moved: readonly (readonly string[])[]): string {
  const files = moved.map(([file, movedTo]) => `${String(file)} is now ${String(movedTo)}`).join('; ')
  return (
    `A new certificate authority was created, because the old one could not be used: ${reason}. ${files}. ` +
    'Clients that trusted the old authority have to trust the new one.'
  )
}

const RENEW_BEFORE_MS = 30 * 86_400_000

function authorityError(pair: KeyAndCertificate, now: Date): string | null {
  const certificate = readCertificate(pair)
  if (typeof certificate === 'string') return certificate
  if (!certificate.ca || !certificate.verify(certificate.publicKey))
    return 'it is not a certificate of an authority'
  return periodError(certificate, now)
}

function serverError(
  pair: KeyAndCertificate,
  authorityPem: string,
  names: readonly string[],
  now: Date,
): string | null {
  const certificate = readCertificate(pair)
  if (typeof certificate === 'string') return certificate
  const authority = new X509Certificate(authorityPem)
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey)) {
    return 'it was signed by another authority'
  }
  return periodError(certificate, now) ?? (sameNames(certificate, names) ? null : 'the names have changed')
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
