import { useEffect, useState } from 'react'
import { CLIENT_NAME_REMEDY, clientName } from '#protocol/callers'
import { useInfo } from '#window/state/info'
import { isOverTls, listenerLabel } from '#window/state/listeners'
import { setPreferences, usePreferences } from '#window/state/preferences'
import { Icon } from '#window/ui/Icon.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { CopyRow } from '#window/ui/CopyButton.tsx'
import { TextSetting } from './TextSetting'

/** Offers the certificate of the local authority as a file. */
function CertificateDownload({ pem }: { readonly pem: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([pem], { type: 'application/x-pem-file' }))
    // The address belongs to this mount and is given back with it.
    const timer = setTimeout(() => {
      setUrl(made)
    })
    return () => {
      clearTimeout(timer)
      URL.revokeObjectURL(made)
    }
  }, [pem])
  return (
    <a className="btn" download="paybench-ca.pem" {...(url === null ? {} : { href: url })}>
      <Icon name="download" small />
      Download the certificate
    </a>
  )
}

/** Where the bench listens, and the certificate that its TLS addresses are signed with. */
export function ListenersSettings() {
  const info = useInfo((state) => state.info)
  const name = usePreferences((state) => state.clientName)
  if (info === null) return null
  return (
    <>
      <header className="settings-head">
        <h2>Listeners</h2>
        <p className="mid">
          Ports are chosen when Paybench starts, with options such as <code>--platform-port</code>.
        </p>
      </header>
      <section className="settings-group" aria-label="Addresses">
        <h3>Addresses</h3>
        <div className="stack settings-fields">
          {info.listeners.map(({ name, url, reachableAt = [], opensAt, notice }) => (
            <div className="field" key={name}>
              <label htmlFor={`listener-${name}`}>{listenerLabel(name)}</label>
              <CopyRow
                id={`listener-${name}`}
                value={url}
                what={`${listenerLabel(name)} address`}
                copied={opensAt ?? url}
              />
              {reachableAt.length === 0 ? null : (
                <span className="help">From other computers: {reachableAt.join(', ')}</span>
              )}
              {notice === undefined ? null : <Notice tone="amber" title={notice} />}
            </div>
          ))}
        </div>
      </section>
      {info.caPem === null ? null : (
        <section className="settings-group" aria-label="Certificate authority">
          <h3>Certificate authority</h3>
          <div className="stack settings-fields">
            <div className="field">
              <span className="help">
                Created for this data folder. Trust it where your code calls the TLS addresses: for Node with{' '}
                <code>NODE_EXTRA_CA_CERTS</code>, for curl with <code>--cacert</code>.
                {isOverTls(info) ? ' Browsers show the form in the preview only if they trust it.' : null}
              </span>
              <span>
                <CertificateDownload pem={info.caPem} />
              </span>
            </div>
          </div>
        </section>
      )}
      <section className="settings-group" aria-label="You">
        <h3>You</h3>
        <div className="stack settings-fields">
          <TextSetting
            label="Your name on this bench"
            help="Others see it when you change the clock, a rule, a project or the settings. This browser remembers it."
            value={name}
            check={(text) =>
              text.trim() === '' || clientName.safeParse(text).success ? null : CLIENT_NAME_REMEDY
            }
            onSave={(text) => setPreferences({ clientName: text.trim() })}
          />
        </div>
      </section>
      <section className="settings-group" aria-label="Program">
        <h3>Program</h3>
        <dl className="kv">
          <dt>Version</dt>
          <dd>{info.version}</dd>
          <dt>Host</dt>
          <dd>
            {info.runtime.host}, Node {info.runtime.node}, {info.runtime.platform}
          </dd>
        </dl>
      </section>
    </>
  )
}
