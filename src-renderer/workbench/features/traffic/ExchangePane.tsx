import { type ReactNode, useEffect, useRef } from 'react'
import type { TrafficDetail } from '#protocol/traffic'
import { AnnotationLine, Marks, NoteNotice } from '#window/message-view/Marks.tsx'
import {
  isWellAnswered,
  openAsSent,
  openExchange,
  openPayment,
  SOURCE_TITLES,
} from '#window/navigation/views'
import { ResponsePanel } from '#window/message-view/Responses.tsx'
import { MessageTabs } from '#window/message-view/MessageTabs.tsx'
import { headBytes, shownExchange, shownResponse } from '#window/message-view/shown-message'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'
import { verdictLook } from '#window/message-view/callback-words'
import { useBench } from '#window/state/bench'
import { formatCount } from '#lib/words'
import { MINUTE_MS } from '#lib/time/time'
import { formatBytes, formatNear, parseTime } from '#window/lib/time'
import { useVirtualNow } from '#window/state/clock'
import { type Command, opening } from '#window/commands/command'
import { DetailHeader } from '#window/commands/DetailHeader.tsx'
import { type ChosenMessage, MESSAGE_COMMANDS, REQUEST_COMMANDS } from './message-commands'
import { Badge, type StateLook } from '#window/ui/StatusMark.tsx'
import { closeOnEscape, UnreadDetail } from '#window/message-view/UnreadDetail.tsx'
import { visibleId } from '#window/ui/IdText.tsx'
import type { ExchangeDetail } from '#protocol/messages'
import { explainRefusal } from '#domain/refusal/explain-refusal'
import { existingSteps } from '#window/message-view/json-lines'
import { Notice } from '#window/ui/Notice.tsx'
import { Table } from '#window/ui/Table.tsx'
import { ContractLink } from '#window/features/contract/Contract.tsx'
import { LIMITS } from '#lib/limits/limit-table'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { decodePairs } from '#lib/http-message/url-encoded'
import { isFormEncoded } from '#window/message-view/wire'

type Subject = ChosenMessage & { readonly exchange: TrafficDetail }

const OPENINGS: readonly Command<Subject>[] = [
  opening(
    'Open the payment',
    'payments',
    ({ exchange: { paymentKey } }) => paymentKey && (() => openPayment(paymentKey)),
  ),
  opening(
    'Open the callback as sent',
    'callbacks',
    ({ exchange: { callbackId, sentBy } }) => callbackId && (() => openAsSent(callbackId, sentBy)),
  ),
  opening(
    'Open the original',
    'back',
    ({ exchange: { replayOf } }) => replayOf && (() => openExchange(replayOf)),
  ),
  opening('Open the latest resent request', 'next', ({ exchange: { replays } }) => {
    const newest = replays.at(-1)
    return newest === undefined ? undefined : () => openExchange(newest)
  }),
]

const MENU = [
  { label: 'Open', commands: OPENINGS },
  { label: 'Keep', commands: MESSAGE_COMMANDS },
]

function Head({ exchange, actions = Object.values(REQUEST_COMMANDS), onClose }: ReadProps) {
  const { id, source, status, method, path, reply, tlsVersion, remoteAddress, paymentId } = exchange
  const { signature, refusal, receivedAt, wallReceivedAt } = exchange
  const now = useVirtualNow(MINUTE_MS)
  // Outside a payment, the heading is one level below the page's; inside, one level below the payment's.
  const Heading = onClose === undefined ? 'h2' : 'h3'
  const list = source === 'capture' ? 'captures' : 'traffic'
  return (
    <DetailHeader
      title={
        <>
          <Heading className="pane-title" id="tr-title">
            {SOURCE_TITLES[source]}
          </Heading>
          {paymentId === undefined ? null : (
            <span className="mono clip mid" title={visibleId(paymentId)}>
              {visibleId(paymentId)}
            </span>
          )}
        </>
      }
      badge={
        <Badge look={isWellAnswered(exchange) ? GOOD : BAD}>
          {status === undefined ? 'no response' : <code>{status}</code>}
        </Badge>
      }
      figure={
        reply?.durationMs === undefined ? undefined : (
          <>
            {Math.round(reply.durationMs * 10) / 10} <small>ms</small>
          </>
        )
      }
      facts={
        <>
          {refusal !== undefined && signature.state === 'invalid' ? null : (
            <span>signature {verdictLook(signature.state).word}</span>
          )}
          <code title={`${method} ${path}`}>
            {method} {path}
          </code>
          <span title={`${receivedAt}\nWall time ${wallReceivedAt}`}>
            {formatNear(parseTime(receivedAt), now)}
          </span>
          <span>{formatBytes(exchange.sizeBytes)}</span>
          <span>
            HTTP/{exchange.httpVersion}
            {tlsVersion === undefined ? '' : `, ${tlsVersion}`}
          </span>
          {remoteAddress === undefined ? null : <span>from {remoteAddress}</span>}
        </>
      }
      subject={{ list, id, chosen: { kind: 'ids', ids: [id] }, exchange }}
      actions={actions}
      menu={MENU}
      onClose={onClose}
    />
  )
}

const GOOD: StateLook = { icon: 'state-delivered', hue: 'green' }
const BAD: StateLook = { icon: 'state-failed', hue: 'red' }

function Read(props: ReadProps) {
  const { exchange, edit, onClose } = props
  const parameters = parametersOf(exchange)
  const { refusal, note, marks, replayOf } = exchange
  const field = refusal?.field
  const pointed = field === undefined || parameters.length > 0 ? undefined : field.split('.')
  return (
    <article
      className="pane fill cb-detail"
      aria-labelledby="tr-title"
      onKeyDown={(event) => closeOnEscape(event, onClose)}
    >
      <Head {...props} />
      <div className="column cb-message">
        <MessageTabs
          label={SOURCE_TITLES[exchange.source]}
          message={shownExchange(exchange)}
          pointed={pointed}
          edit={edit}
          below={
            <>
              <AnnotationLine
                about={{ kind: 'exchange', id: exchange.id }}
                annotation={exchange.annotation}
              />
              {note === undefined ? null : <NoteNotice note={note} />}
              <Marks
                label="Changes to this message"
                marks={marks}
                {...(replayOf === undefined ? {} : { onOriginal: () => openExchange(replayOf) })}
              />
            </>
          }
          refusal={refusal && <RefusalNotice exchange={exchange} refusal={refusal} parameters={parameters} />}
          parameters={
            parameters.length === 0
              ? undefined
              : {
                  count: parameters.length,
                  content: (
                    <ParametersTable
                      parameters={parameters}
                      refused={field === undefined ? -1 : refusedParameter(parameters, field)}
                    />
                  ),
                }
          }
          response={{
            content: (
              <ResponsePanel
                response={shownResponse(exchange)}
                missing="The connection ended without a response."
              />
            ),
          }}
        />
      </div>
    </article>
  )
}

interface ExchangePaneProps {
  readonly id: string
  /** The actions in the header; if undefined, those that send the request again. */
  readonly actions?: readonly Command<Subject>[] | undefined
  readonly edit?: ReactNode
  /** Returns from a missing exchange to the list. */
  readonly onLeave?: (() => void) | undefined
  /** Set if the pane is beside other content: Esc then closes it. */
  readonly onClose?: (() => void) | undefined
}

type ReadProps = ExchangePaneProps & { readonly exchange: TrafficDetail }

/** A request with its response, and everything known about both. */
export function ExchangePane(props: ExchangePaneProps) {
  const { id, onLeave = props.onClose } = props
  const bench = useBench()
  const { value, ...read } = useFetched(`traffic:${id}`, () => bench.call('traffic.get', { id }))
  useReloadOn(
    (event) =>
      (event.type === 'capture.changed' && event.capture.id === id) ||
      (event.type === 'exchange.changed' && event.exchange.id === id) ||
      (event.type === 'exchange.added' && event.exchange.replayOf === id) ||
      (event.type === 'capture.added' && event.capture.replayOf === id),
    read.reload,
  )
  if (value !== null) return <Read exchange={value} {...props} />
  return <UnreadDetail id={id} className="pane fill cb-detail" label="Exchange" {...read} onLeave={onLeave} />
}

interface ParametersTableProps {
  readonly parameters: readonly Parameter[]
  readonly refused: number
}

function ParametersTable({ parameters, refused }: ParametersTableProps) {
  const shown = parameters.slice(0, LIMITS.shownRows)
  const left = parameters.length - shown.length
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    area.current?.querySelector('.chosen')?.scrollIntoView({ block: 'center' })
  }, [refused, parameters])
  return (
    <div ref={area} className="scroll grow tr-parameters" role="region" aria-label="Parameters" tabIndex={0}>
      <Table
        caption="Parameters in order"
        className="long tall"
        rows={shown}
        keyOf={(_parameter, index) => index}
        isChosen={(_parameter, index) => index === refused}
        columns={[
          { head: '#', className: 'num dim', cell: (_parameter, index) => index + 1 },
          {
            head: 'Name',
            className: 'mono',
            cell: ({ name }, index) => (
              <>
                {name}
                {index === refused ? <span className="sr"> (refused)</span> : null}
              </>
            ),
          },
          {
            head: 'Value',
            className: 'mono wrap',
            cell: ({ value }) => (value === '' ? <span className="dim">empty</span> : value),
          },
          { head: 'In', className: 'dim', cell: ({ place }) => place },
        ]}
      />
      {left === 0 ? null : (
        <p className="dim">{formatCount(left)} more are not shown here; the raw bytes contain all of them.</p>
      )}
    </div>
  )
}

interface RefusalNoticeProps {
  readonly exchange: ExchangeDetail
  readonly refusal: NonNullable<ExchangeDetail['refusal']>
  readonly parameters: readonly Parameter[]
}

function placeOf({ body }: ExchangeDetail, field: string, parameters: readonly Parameter[]): string {
  if (parameters.length > 0) {
    return refusedParameter(parameters, field) < 0 ? 'is not among the parameters' : 'is marked in Parameters'
  }
  const steps = field.split('.')
  const foundSteps = body === null ? null : existingSteps(body, steps)
  if (foundSteps === null) return 'belongs in the body'
  if (foundSteps === steps.length) return 'is marked in the body'
  return foundSteps === 0
    ? 'is not in the body'
    : `is missing; ${steps.slice(0, foundSteps).join('.')}, where it belongs, is marked in the body`
}

/** The mistake in a wrong signature; null if it is unknown, or if card data was masked. */
function useMistake({ id, projectId, signature, masked }: ExchangeDetail) {
  const bench = useBench()
  const isWrong = signature.state === 'invalid'
  const { value } = useFetched(`mistake:${id}:${isWrong ? signature.explanation : ''}`, async () => {
    if (!isWrong || masked.length > 0) return null
    const { diagnosis } = await bench.call('signature.explain', {
      exchangeId: id,
      ...(projectId === undefined ? {} : { projectId }),
    })
    return diagnosis.state === 'explained' ? diagnosis : null
  })
  return value
}

/** The contract rule by which a request was refused, the field concerned, and the remedy. */
function RefusalNotice({ exchange, refusal, parameters }: RefusalNoticeProps) {
  const { rule, remedy } = explainRefusal(refusal)
  const mistake = useMistake(exchange)
  const isSignature = exchange.signature.state === 'invalid'
  const { field } = refusal
  const help = mistake?.fix ?? (isSignature ? exchange.signature.explanation : remedy)
  const [title, advice, ...more] = sentencesOf(`${mistake?.message ?? refusal.message} ${help}`)
  return (
    <Notice className="msg-refusal" tone="red" title={title}>
      {advice}
      <details className="fold">
        <summary>
          Refused with <code>{refusal.code}</code>
        </summary>
        By <ContractLink place={refusal.contract} />, {rule}.
        {field === undefined ? null : (
          <>
            {' '}
            The field <code>{field}</code> {placeOf(exchange, field, parameters)}.
          </>
        )}{' '}
        {more.join(' ')}
      </details>
    </Notice>
  )
}

/** The sentences of a text, each once, without its code marks. */
const sentencesOf = (text: string): readonly string[] => [
  ...new Set(text.replaceAll('`', '').split(/(?<=[.!?]) /)),
]

interface Parameter {
  readonly place: 'query' | 'body'
  readonly name: string
  readonly value: string
}

/** Parameters of the query and of a form-encoded body, in order, with repeats. */
export function parametersOf({ path, headers, body }: ExchangeDetail): readonly Parameter[] {
  const question = path.indexOf('?')
  const query = question < 0 ? '' : path.slice(question + 1)
  const form = isFormEncoded(headers) ? (body ?? '') : ''
  const read = (place: Parameter['place'], bytes: Uint8Array): readonly Parameter[] =>
    decodePairs(bytes).map(({ name, value }) => ({ place, name, value }))
  return [...read('query', headBytes(query)), ...read('body', encodeUtf8(form))]
}

/** Index of the parameter that a refusal names, or that contains the named value; -1 if there is none. */
export function refusedParameter(parameters: readonly Parameter[], field: string): number {
  const exact = parameters.findLastIndex(({ name }) => name === field)
  if (exact >= 0) return exact
  const [outer = ''] = field.split('.', 1)
  return parameters.findLastIndex(({ name }) => name === outer)
}
