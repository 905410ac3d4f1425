import { useEffect, useState } from 'react'
import type { BenchInfo } from '#protocol/bench'
import type { ProjectView } from '#protocol/projects'
import { unnamedProject } from '#domain/project/project'
import { useBench } from '#window/state/bench'
import { currentVirtualNow } from '#window/state/clock'
import { useCurrentProject, useInfo } from '#window/state/info'
import { CommandButton } from '#window/commands/CommandControls.tsx'
import { NEW_PAYMENT } from '#window/features/payments/payment-commands'
import { OPEN_SHOP } from '#window/navigation/shop-window'
import { listenerUrl, reachedUrl, shopUrl } from '#window/state/listeners'
import { setPreferences } from '#window/state/preferences'
import { reasonOf } from '#window/state/toasts'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { CopyRow, Secret } from '#window/ui/Secret.tsx'
import { curlHead, firstBody, firstCurl } from './first-request'
import { Picture } from './Picture'
import './first-run.css'

const portOf = (url: string): string => new URL(url).port

interface SettingsProps {
  readonly info: BenchInfo
  readonly project: ProjectView
}

function SettingsForCode({ info, project }: SettingsProps) {
  const api = reachedUrl(info, 'platform')
  const tls = reachedUrl(info, 'platformTls')
  const elsewhere = info.listeners.find(({ name }) => name === 'platform')?.reachableAt?.[0]
  const merchant = listenerUrl(info, 'merchant')
  const { callbackUrl } = project
  const captured = merchant !== null && callbackUrl?.startsWith(merchant) === true
  return (
    <section className="fr-set" aria-labelledby="fr-settings">
      <h2 id="fr-settings" className="h-sec">
        Settings for your code
      </h2>
      {api === null ? null : (
        <div className="small fr-row">
          <label htmlFor="fr-api">API address</label>
          <CopyRow id="fr-api" value={api} what="API address" />
          {tls === null ? null : <span className="help dim">TLS on port {portOf(tls)}</span>}
          {elsewhere === undefined || elsewhere === api ? null : (
            <span className="help dim">from other computers: {elsewhere}</span>
          )}
        </div>
      )}
      <div className="small fr-row">
        <label htmlFor="fr-project">Project</label>
        <CopyRow id="fr-project" value={String(project.projectId)} what="project id" />
        {project.name === unnamedProject(project.projectId) ? null : (
          <span className="help dim">{project.name}</span>
        )}
      </div>
      <div className="small fr-row">
        <label htmlFor="fr-secret">Secret</label>
        <Secret id="fr-secret" secret={project.secret} what="project secret" />
        <span className="help dim">masked until you reveal it</span>
      </div>
      <div className="small fr-row">
        <label htmlFor="fr-callbacks">Callbacks go to</label>
        {callbackUrl === null ? (
          <output id="fr-callbacks">nowhere: no address is set</output>
        ) : (
          <CopyRow id="fr-callbacks" value={callbackUrl} what="callback address" />
        )}
        <span className="help dim">
          {captured ? 'the capture server, until you set your own: ' : ''}
          <a
            href="#settings"
            onClick={(event) => {
              event.preventDefault()
              setPreferences({ page: 'settings' })
            }}
          >
            change it in Settings
          </a>
        </span>
      </div>
    </section>
  )
}

/** The command, signed by the bench with the project's secret. */
function FirstPayment({ info, project }: SettingsProps) {
  const bench = useBench()
  const api = reachedUrl(info, 'platform')
  const { projectId, secret } = project
  const [signed, setSigned] = useState<
    { readonly body: readonly string[] } | { readonly error: string } | null
  >(null)
  useEffect(() => {
    let current = true
    const year = new Date(currentVirtualNow()).getUTCFullYear() + 2
    const unsigned = firstBody({ projectId, year })
    bench.call('signature.sign', { body: unsigned.join('\n'), secret }).then(
      ({ signature }) => {
        if (current) setSigned({ body: firstBody({ projectId, year, signature }) })
      },
      (error: unknown) => {
        if (current) setSigned({ error: reasonOf(error) })
      },
    )
    return () => {
      current = false
    }
  }, [bench, projectId, secret])

  if (api === null) return null
  return (
    <section className="fr-curl" aria-labelledby="fr-curl">
      <div className="row">
        <h2 id="fr-curl" className="h-sec grow">
          A first payment, already signed
        </h2>
        {signed !== null && 'body' in signed ? (
          <CopyButton look="plain" text={firstCurl(api, signed.body)} what="curl" label="Copy curl" />
        ) : null}
      </div>
      {signed !== null && 'error' in signed ? (
        <Notice tone="red" title="The command could not be signed.">
          {signed.error}
        </Notice>
      ) : (
        <pre className="code box" tabIndex={0} aria-label="curl command">
          {curlHead(api)} {'\\\n'}
          {'  -H '}
          <span className="s">&apos;Content-Type: application/json&apos;</span>
          {' \\\n  -d '}
          <span className="s">&apos;{signed === null ? '…' : signed.body.join('\n')}&apos;</span>
        </pre>
      )}
      <p className="help dim">
        This card requests two address fields first, so you see a clarification at once.
      </p>
    </section>
  )
}

/** What a tester needs before the first payment: the parties, their addresses, and a first request. */
export function FirstRun() {
  const info = useInfo((state) => state.info)
  const project = useCurrentProject()
  if (info === null || project === null) return null
  const shop = shopUrl(info)
  return (
    <div className="scroll first-run" tabIndex={-1}>
      <div className="guide">
        <header>
          <h1>No payments yet</h1>
          <p>Connect your shop, or create the first payment yourself.</p>
        </header>
        <Picture api={reachedUrl(info, 'platform')?.replace(/^https?:\/\//, '') ?? ''} />
        <div className="row fr-acts">
          <CommandButton command={NEW_PAYMENT} subject={null} withoutKeys look="primary" size="large">
            Create a payment
          </CommandButton>
          {shop === null ? null : <CommandButton command={OPEN_SHOP} subject={null} size="large" />}
          <span className="dim">or run the command below</span>
        </div>
        <div className="fr-two">
          <SettingsForCode info={info} project={project} />
          <FirstPayment info={info} project={project} />
        </div>
      </div>
    </div>
  )
}
