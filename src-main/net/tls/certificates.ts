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
import { DAY_MS } from '#lib/time/time'
import { canonicalHost } from '#net/host-guard'

cryptoProvider.set(crypto)

/** PEM; the key as PKCS #8. */
export interface KeyAndCertificate {
  readonly certPem: string
  readonly keyPem: string
}

const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const
/** Ten years: testers should have to trust an authority only once. */
const AUTHORITY_DAYS = 3652
/** Some browsers refuse server certificates that are valid for more than 398 days. */
const SERVER_DAYS = 397

/** Creates an authority. A random part of its name distinguishes the authorities of several data folders. */
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

/** Creates a server certificate for DNS names and addresses. It expires no later than the authority. */
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

async function privateKeyPem(key: Parameters<typeof crypto.subtle.exportKey>[1]): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), PemConverter.PrivateKeyTag)
}

/** 16 random bytes as hex, first bit clear and second set: a positive number of full length. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

function dayBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS)
}

const ALWAYS = ['localhost', '127.0.0.1', '::1']

/** The bind address itself or, for a wildcard, the current addresses of this computer. */
export function boundAddresses(bindAddress: string): readonly string[] {
  if (bindAddress !== '0.0.0.0' && bindAddress !== '::') return [bindAddress]
  return (
    Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      // Link-local addresses have a zone, which neither a certificate nor an address in a browser can
      // contain.
      .filter((entry) => !entry.address.startsWith('fe80'))
      .map((entry) => entry.address)
  )
}

/** Loopback, the addresses that the bind address covers and the names that the tester allowed. */
export function certificateNames(bindAddress: string, allowedHosts: readonly string[]): readonly string[] {
  const own = boundAddresses(bindAddress).toSorted()
  const names = [...ALWAYS, ...own, ...allowedHosts].map(plainName).filter((name) => name !== null)
  return [...new Set(names)]
}

/** Spells a name or address as certificates do: lower case, no port, no brackets. Null if it is neither. */
function plainName(name: string): string | null {
  if (isIP(name) === 6) return canonicalHost(`[${name}]`)?.replace(/^\[|\]$/g, '') ?? null
  return canonicalHost(name)?.replace(/^\[|\]$/g, '') ?? null
}
