import type { ReactNode } from 'react'
import type { BenchInfo } from '#protocol/bench'
import type { ProjectView } from '#protocol/projects'
import { unnamedProject } from '#domain/project/project'
import { useBench } from '#window/state/bench'
import { currentVirtualNow } from '#window/state/clock'
import { useCurrentProject, useInfo } from '#window/state/info'
import { CommandButton } from '#window/commands/CommandControls.tsx'
import { NEW_PAYMENT } from '#window/features/payments/payment-commands'
import { OPEN_SHOP } from '#window/navigation/links'
import { listenerUrl, reachedUrl, shopUrl } from '#window/state/listeners'
import { setPreferences } from '#window/state/preferences'
import { useFetched } from '#window/message-view/use-fetched'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton, CopyRow, Secret } from '#window/ui/CopyButton.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import './first-run.css'
import { Icon } from '#window/ui/Icon.tsx'
import type { ProjectId } from '#domain/ids'

interface SettingsProps {
  readonly info: BenchInfo
  readonly project: ProjectView
}

interface SettingProps {
  readonly id: string
  readonly label: string
  readonly help?: ReactNode
  readonly children: ReactNode
}

function Setting({ id, label, help, children }: SettingProps) {
  return (
    <div className="small fr-row">
      <label htmlFor={id}>{label}</label>
      {children}
      {help && <span className="help">{help}</span>}
    </div>
  )
}

function SettingsForCode({ info, project }: SettingsProps) {
  const api = reachedUrl(info, 'platform')
  const tls = reachedUrl(info, 'platformTls')
  const elsewhere = info.listeners.find(({ name }) => name === 'platform')?.reachableAt?.[0]
  const merchant = listenerUrl(info, 'merchant')
  const { projectId, name, callbackUrl } = project
  const isCaptured = merchant !== null && callbackUrl?.startsWith(merchant) === true
  const reached = [
    ...(tls === null ? [] : [`TLS on port ${new URL(tls).port}`]),
    ...(elsewhere === undefined || elsewhere === api ? [] : [`from other computers: ${elsewhere}`]),
  ]
  return (
    <section className="stack" aria-labelledby="fr-settings">
      <h2 id="fr-settings" className="h-sec">
        Settings for your code
      </h2>
      {api === null ? null : (
        <Setting id="fr-api" label="API address" help={reached.join(', ')}>
          <CopyRow id="fr-api" value={api} what="API address" />
        </Setting>
      )}
      <Setting id="fr-project" label="Project" help={name === unnamedProject(projectId) ? undefined : name}>
        <CopyRow id="fr-project" value={String(projectId)} what="project id" />
      </Setting>
      <Setting id="fr-secret" label="Secret">
        <Secret id="fr-secret" secret={project.secret} what="project secret" />
      </Setting>
      <Setting
        id="fr-callbacks"
        label="Callbacks go to"
        help={
          <>
            {isCaptured ? 'the capture server, until you set your own: ' : ''}
            <Button look="quiet" size="small" onClick={() => setPreferences({ page: 'settings' })}>
              change it in Settings
            </Button>
          </>
        }
      >
        {callbackUrl === null ? (
          <output id="fr-callbacks">nowhere: no address is set</output>
        ) : (
          <CopyRow id="fr-callbacks" value={callbackUrl} what="callback address" />
        )}
      </Setting>
    </section>
  )
}

function FirstPayment({ info, project }: SettingsProps) {
  const bench = useBench()
  const { projectId, secret } = project
  const { value: signed, error } = useFetched(`first payment ${projectId} ${secret}`, async () => {
    const year = new Date(currentVirtualNow()).getUTCFullYear() + 2
    const body = firstBody(projectId, year)
    const { signature } = await bench.call('signature.sign', { body, secret })
    return firstBody(projectId, year, signature)
  })
  const api = reachedUrl(info, 'platform')
  if (api === null) return null
  return (
    <section className="stack fr-curl" aria-labelledby="fr-curl">
      <div className="row">
        <h2 id="fr-curl" className="h-sec grow">
          A first payment, already signed
        </h2>
        {signed === null ? null : (
          <CopyButton look="plain" text={firstCurl(api, signed)} what="curl" label="Copy curl" />
        )}
      </div>
      {error === null ? (
        <pre className="code box" tabIndex={0} aria-label="curl command">
          {firstCurl(api, signed ?? '…')}
        </pre>
      ) : (
        <Failure title="The command could not be signed." error={error} />
      )}
      <p className="help">
        With this card, two address fields are requested first, so you see a clarification at once.
      </p>
    </section>
  )
}

export function FirstRun() {
  const info = useInfo((state) => state.info)
  const project = useCurrentProject()
  if (info === null || project === null) return null
  return (
    <div className="scroll fill" tabIndex={-1}>
      <div className="guide">
        <header>
          <h1>No payments yet</h1>
          <p>Connect your shop, or create the first payment yourself.</p>
        </header>
        <figure className="box">
          <div
            className="small fr-parties"
            role="img"
            aria-label="Your shop calls Paybench, Paybench plays the provider, and Paybench calls your shop back."
          >
            <b className="box row">
              <Icon name="shop" /> Your shop
            </b>
            <span className="mid">
              1 →<br />← 3
            </span>
            <b className="box row">
              <Icon name="mark" /> Paybench, the platform
            </b>
            <span className="mid">2 →</span>
            <b className="box row">
              <Icon name="bank" /> Provider and bank
            </b>
          </div>
          <ol className="mid fr-steps">
            <li>Your shop signs a request and calls the API.</li>
            <li>Paybench plays the provider and the bank. You decide the outcome.</li>
            <li>Signed callbacks come back to your address, including every retry.</li>
          </ol>
        </figure>
        <div className="row">
          <CommandButton command={NEW_PAYMENT} subject={null} withoutKeys look="primary" size="large">
            Create a payment
          </CommandButton>
          {shopUrl(info) === null ? null : <CommandButton command={OPEN_SHOP} subject={null} size="large" />}
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

const CLARIFICATION_CARD = '4000000000017006'
const FIRST_PAYMENT_ID = 'first-1'

function firstBody(projectId: ProjectId, year: number, signature?: string): string {
  const signed = signature === undefined ? '' : `,\n    "signature":"${signature}"`
  return `{"general":{"project_id":${projectId},"payment_id":"${FIRST_PAYMENT_ID}"${signed}},
   "card":{"pan":"${CLARIFICATION_CARD}","year":${year},"month":7,
    "cvv":"123","card_holder":"NORA VALE"},
   "customer":{"id":"buyer-1","ip_address":"203.0.113.9"},
   "payment":{"amount":4650,"currency":"EUR"}}`
}

function firstCurl(apiUrl: string, body: string): string {
  return `curl -sS ${apiUrl.replace(/\/$/, '')}/v2/payment/card/sale \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
}
