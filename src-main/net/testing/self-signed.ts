import 'reflect-metadata'
import {
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { KeyAndCertificate } from '#net/tls/certificates'

cryptoProvider.set(crypto)

/** Makes a self-signed server certificate for 127.0.0.1, like those of merchants' test servers. */
export async function makeSelfSigned(now: Date): Promise<KeyAndCertificate> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['shop.test'] }],
    notBefore: new Date(now.getTime() - 86_400_000),
    notAfter: new Date(now.getTime() + 86_400_000),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    keys,
    extensions: [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
    ],
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    certPem: certificate.toString('pem'),
    keyPem: PemConverter.encode(key, PemConverter.PrivateKeyTag),
  }
}
