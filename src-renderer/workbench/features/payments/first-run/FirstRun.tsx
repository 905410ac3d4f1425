import { useEffect, useState } from 'react'
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
import { reasonOf } from '#window/state/toasts'
import { CopyButton, CopyRow, Secret } from '#window/ui/CopyButton.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import './first-run.css'
import type { IconName } from '#window/ui/Icon.tsx'
import type { ProjectId } from '#domain/ids'

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
    <section className="stack" aria-labelledby="fr-settings">
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
    <section className="stack fr-curl" aria-labelledby="stack fr-curl">
      <div className="row">
        <h2 id="stack fr-curl" className="h-sec grow">
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
    <div className="scroll fill" tabIndex={-1}>
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

interface PartyProps {
  readonly x: number
  readonly width: number
  readonly icon: IconName
  readonly name: string
  readonly lines: readonly [string, string]
  readonly ours?: boolean
}

function PartyBox({ x, width, icon, name, lines, ours = false }: PartyProps) {
  return (
    <g className={ours ? 'party ours' : 'party'}>
      <rect x={x} y="24" width={width} height="96" rx="6" />
      <use href={`#i-${icon}`} x={x + 16} y="42" width="18" height="18" />
      <text className="b" x={x + 44} y="56">
        {name}
      </text>
      <text className={ours ? 'm' : 'q'} x={x + 16} y="84">
        {lines[0]}
      </text>
      <text className="q" x={x + 16} y="102">
        {lines[1]}
      </text>
    </g>
  )
}

interface StepProps {
  readonly number: number
  readonly from: number
  readonly to: number
  readonly y: number
}

function StepArrow({ number, from, to, y }: StepProps) {
  const back = to < from ? 7 : -7
  const middle = (from + to) / 2
  return (
    <g className="step">
      <line className="msg" x1={from} x2={to + back / 2} y1={y} y2={y} />
      <path className="tip" d={`M${to} ${y}l${back} -3.5v7z`} />
      <circle cx={middle} cy={y} r="10" />
      <text className="b" x={middle} y={y + 4} textAnchor="middle">
        {number}
      </text>
    </g>
  )
}

/** The three parties and their messages, in three steps. */
function Picture({ api }: { readonly api: string }) {
  return (
    <figure>
      <svg
        className="draw pic"
        viewBox="0 0 880 132"
        role="img"
        aria-label="Your shop calls Paybench, Paybench plays the provider itself, and Paybench calls your shop back."
      >
        <PartyBox
          x={0}
          width={240}
          icon="shop"
          name="Your shop"
          lines={['signs requests, calls the API', 'answers callbacks']}
        />
        <PartyBox
          x={340}
          width={240}
          icon="mark"
          name="Paybench, the platform"
          lines={[api, 'checks, asks, decides, calls back']}
          ours
        />
        <PartyBox
          x={680}
          width={200}
          icon="bank"
          name="Provider and bank"
          lines={['played by Paybench', 'you choose the outcome']}
        />
        <StepArrow number={1} from={246} to={334} y={56} />
        <StepArrow number={2} from={586} to={674} y={72} />
        <StepArrow number={3} from={334} to={246} y={92} />
      </svg>
      <ol className="mid fr-steps">
        <li>
          <b>1</b> Your shop signs a request and calls the API.
        </li>
        <li>
          <b>2</b> Paybench plays provider and bank. You decide what they answer.
        </li>
        <li>
          <b>3</b> Signed callbacks come back to your address, with every retry.
        </li>
      </ol>
    </figure>
  )
}

/** The card of which the address pair is asked for before anything else (contract 7.9). */
const CLARIFICATION_CARD = '4000000000017006'
const FIRST_PAYMENT_ID = 'first-1'

interface FirstRequest {
  readonly projectId: ProjectId
  /** A year in which the card is still good on the virtual clock. */
  readonly year: number
  /** Missing while the request is not signed. */
  readonly signature?: string
}

/** Body of a card sale (contract 5.5) in the lines in which it is shown; whitespace is not signed. */
export function firstBody({ projectId, year, signature }: FirstRequest): readonly string[] {
  const signed = signature === undefined ? '' : `,\n    "signature":"${signature}"`
  return `{"general":{"project_id":${projectId},"payment_id":"${FIRST_PAYMENT_ID}"${signed}},
   "card":{"pan":"${CLARIFICATION_CARD}","year":${year},"month":7,
    "cvv":"123","card_holder":"NORA VALE"},
   "customer":{"id":"buyer-1","ip_address":"203.0.113.9"},
   "payment":{"amount":4650,"currency":"EUR"}}`.split('\n')
}

/** The command as it goes to a shell. */
export function firstCurl(apiUrl: string, body: readonly string[]): string {
  return `${curlHead(apiUrl)} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body.join('\n')}'`
}

function curlHead(apiUrl: string): string {
  return `curl -sS ${apiUrl.replace(/\/$/, '')}/v2/payment/card/sale`
}
