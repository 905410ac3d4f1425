import { CopyButton } from '#window/ui/CopyButton.tsx'
import { StateMark } from '#window/ui/StatusMark.tsx'
import type { Signed } from './use-signed'

interface SignatureBoxProps extends Pick<Signed, 'signed' | 'error'> {
  /** Whether this is the request of the form that is open, not of the next one. */
  readonly isOpened: boolean
}

function words(own: boolean, isOpened: boolean): string {
  if (own) return 'custom value, does not match'
  return isOpened ? 'valid, of the open form' : 'valid, updates as you type'
}

/** The signature of what is typed, made by the bench. A `signature` among the parameters goes out instead of it. */
export function SignatureBox({ signed, error, isOpened }: SignatureBoxProps) {
  if (error !== null) {
    return (
      <div className="stack box small pv-sig">
        <StateMark look={{ icon: 'state-error', hue: 'red' }}>cannot be signed</StateMark>
        <p className="help">{error}</p>
      </div>
    )
  }
  const given = signed?.parameters['signature']
  const own = signed !== null && given !== signed.signature
  const look = own
    ? ({ icon: 'warn', hue: 'amber' } as const)
    : ({ icon: 'state-success', hue: 'green' } as const)
  return (
    <div className="stack box small pv-sig">
      <div className="row">
        <span className="field-label grow">signature</span>
        {signed === null ? null : <StateMark look={look}>{words(own, isOpened)}</StateMark>}
      </div>
      <div className="row">
        <code className="clip dim grow">{signed === null ? '…' : String(given)}</code>
        {signed === null ? null : <CopyButton text={String(given)} what="signature" />}
      </div>
      {signed === null ? null : (
        <details>
          <summary>String to sign</summary>
          <pre className="code wrap" tabIndex={0} aria-label="String to sign">
            {signed.canonical.replaceAll(';', ';\n')}
          </pre>
        </details>
      )}
    </div>
  )
}
