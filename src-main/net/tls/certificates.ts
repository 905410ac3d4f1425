// x509 needs the reflection metadata in place before it is loaded.
import 'reflect-metadata'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#lib/time/time'
import { canonicalHost } from '#net/host-guard'

cryptoProvider.set(crypto)

type Key = Parameters<typeof crypto.subtle.exportKey>[1]

/** A certificate and its private key (PKCS #8), PEM. */
export interface KeyAndCertificate {
  readonly certPem: string
  readonly keyPem: string
}

const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const
/** Ten years: testers should have to trust it only once. */
const AUTHORITY_DAYS = 3652
/** Some browsers refuse server certificates that live longer than 398 days. */
const SERVER_DAYS = 397

/** Creates an authority. Its name has a random part that distinguishes several data folders. */
export async function makeAuthority(now: Date): Promise<KeyAndCertificate> {
  const keys = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ CN: [`Paybench test authority ${randomBytes(3).toString('hex')}`] }],
    notBefore: dayBefore(now),
    notAfter: new Date(now.getTime() + AUTHORITY_DAYS * DAY_MS),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certPem: certificate.toString('pem'), keyPem: await privateKeyPem(keys.privateKey) }
}

/**
 * Creates a server certificate for DNS names and addresses, signed by the authority. It expires no later than the
 * authority.
 */
export async function makeServerCertificate(
  authority: KeyAndCertificate,
  names: readonly string[],
  now: Date,
): Promise<KeyAndCertificate> {
  const keys = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify'])
  const issuer = new X509Certificate(authority.certPem)
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    PemConverter.decodeFirst(authority.keyPem),
    KEY_ALGORITHM,
    false,
    ['sign'],
  )
  const notAfter = new Date(Math.min(now.getTime() + SERVER_DAYS * DAY_MS, issuer.notAfter.getTime()))
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ CN: [names[0] ?? 'localhost'] }],
    issuer: issuer.subjectName.toJSON(),
    notBefore: dayBefore(now),
    notAfter,
    signingAlgorithm: SIGNING,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((name) => ({ type: isIP(name) === 0 ? ('dns' as const) : ('ip' as const), value: name })),
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return { certPem: certificate.toString('pem'), keyPem: await privateKeyPem(keys.privateKey) }
}

async function privateKeyPem(key: Key): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), PemConverter.PrivateKeyTag)
}

/** Returns 16 random bytes as hex, with the first bit clear and the second set: a positive number of full length. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

/** Returns the start of the validity, a day early: clocks of test computers differ a little. */
function dayBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS)
}

/** Names and addresses that every server certificate carries. */
const ALWAYS = ['localhost', '127.0.0.1', '::1']

/** Returns the addresses that a bind address covers: for a wildcard the present addresses of this computer. */
export function boundAddresses(bindAddress: string): readonly string[] {
  if (bindAddress !== '0.0.0.0' && bindAddress !== '::') return [bindAddress]
  return (
    Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      // Link-local addresses have a zone, which neither a certificate nor an address in a browser can contain.
      .filter((entry) => !entry.address.startsWith('fe80'))
      .map((entry) => entry.address)
  )
}

/**
 * Returns the names and addresses for the server certificate: loopback, what the bind address covers and the names that
 * the tester allowed.
 */
export function certificateNames(bindAddress: string, allowedHosts: readonly string[]): readonly string[] {
  const own = boundAddresses(bindAddress).toSorted()
  const names = [...ALWAYS, ...own, ...allowedHosts].map(plainName).filter((name) => name !== null)
  return [...new Set(names)]
}

/** A name or address in the spelling of certificates: lower case, no port, no brackets; null for what is neither. */
function plainName(name: string): string | null {
  if (isIP(name) === 6) return canonicalHost(`[${name}]`)?.replace(/^\[|\]$/g, '') ?? null
  return canonicalHost(name)?.replace(/^\[|\]$/g, '') ?? null
}

/** A certificate file and its key file in one folder. */
export type PairFiles = ReturnType<typeof pairFiles>

/** An unusable file that was moved aside. */
export interface SetAside {
  readonly file: string
  readonly movedTo: string
  /** Why, for people. */
  readonly reason: string
}

type StoredPair =
  | { readonly kind: 'none' }
  /** Only one of the two files exists. */
  | { readonly kind: 'partial'; readonly present: string; readonly missing: string }
  | { readonly kind: 'pair'; readonly pair: KeyAndCertificate }

export function pairFiles(directory: string, name: string) {
  return { cert: join(directory, `${name}.pem`), key: join(directory, `${name}.key.pem`) }
}

/** Reads the two files. Rejects with the system's error where a file exists but cannot be read. */
export async function readPair(files: PairFiles): Promise<StoredPair> {
  const certPem = await readIfThere(files.cert)
  const keyPem = await readIfThere(files.key)
  if (certPem === null && keyPem === null) return { kind: 'none' }
  if (certPem === null) return { kind: 'partial', present: files.key, missing: files.cert }
  if (keyPem === null) return { kind: 'partial', present: files.cert, missing: files.key }
  // Copying the folder may have made the key readable by others.
  if (((await stat(files.key)).mode & 0o077) !== 0) await chmod(files.key, 0o600)
  return { kind: 'pair', pair: { certPem, keyPem } }
}

/**
 * Writes the two files. Only the owner can read the key. The certificate is written last: a half-written pair is a key
 * without a certificate, which is set aside at the next start.
 */
export async function writePair(directory: string, files: PairFiles, pair: KeyAndCertificate): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeWhole(files.key, pair.keyPem, 0o600)
  await writeWhole(files.cert, pair.certPem, 0o644)
}

/** Renames the files that exist to unused names in the same folder. */
export async function setAside(files: PairFiles, reason: string, now: Date): Promise<readonly SetAside[]> {
  const moved: SetAside[] = []
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  for (const file of [files.cert, files.key]) {
    if (!(await isThere(file))) continue
    let movedTo = `${file}.set-aside-${stamp}`
    for (let attempt = 2; await isThere(movedTo); attempt += 1)
      movedTo = `${file}.set-aside-${stamp}-${attempt}`
    await rename(file, movedTo)
    moved.push({ file, movedTo, reason })
  }
  return moved
}

async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w', mode)
  try {
    // The mode of `open` counts only for a new file.
    await handle.chmod(mode)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
