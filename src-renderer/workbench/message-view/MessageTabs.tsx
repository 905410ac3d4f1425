import { type ReactNode, useMemo } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { type TabItem, Tabs } from '#window/ui/Tabs.tsx'
import { HeadersTable } from './Responses'
import {
  type MessageTab,
  showMessageTab,
  type ShownMessage,
  textOfBase64,
  useMessageTab,
  wireBytes,
  wireText,
} from './shown-message'
import { RawText } from './RawText'
import { SignaturePanel } from './SignaturePanel'
import { bytesOfBase64, fileStamp, saveFile } from '#window/lib/files'
import './message-view.css'
import { nearest } from './json-lines'
import { formatBytes } from '#window/lib/time'
import { JsonBody, LayoutChoice } from './JsonBody'
import type { Masked } from './raw-text'
import { isFormEncoded } from './wire'

interface MessageTabsProps {
  readonly message: ShownMessage
  readonly label: string
  readonly received?: ReactNode
  readonly checks?: { readonly count: number; readonly content: ReactNode }
  readonly response?: { readonly count?: number; readonly content: ReactNode }
  readonly edit?: ReactNode
  readonly parameters?: { readonly count: number; readonly content: ReactNode } | undefined
  readonly pointed?: readonly string[] | undefined
  /** Shown between the tabs and every panel. */
  readonly below: ReactNode
  /** Why the message was refused. Not shown on the Signature tab, which says more. */
  readonly refusal?: ReactNode
}

/** The exact bytes. They can be saved as a file, because copied text cannot hold bytes that are not UTF-8. */
function RawPanel({ message }: { readonly message: ShownMessage }) {
  const { head, request, masked, wireBase64, joinedChunks } = message
  const { text, base64 } = request.body
  const about =
    wireBase64 !== undefined
      ? 'exactly the bytes written to the connection, which are not simply the head and body of the message'
      : joinedChunks
        ? 'head and body as received; the chunks of the body are joined here and become a single chunk in a copy'
        : 'the message byte by byte; CRLF and invisible characters are shown by name'
  return (
    <>
      <div className="bar small">
        <span className="grow dim clip" title={about}>
          {about}
        </span>
        <Button
          look="quiet"
          size="small"
          icon="download"
          title="Save the message as a file"
          onClick={() =>
            saveFile(new Blob([wireBytes(message)]), `${message.reference.id}-${fileStamp()}.http`)
          }
        >
          Save
        </Button>
        <CopyButton text={() => wireText(message)} what="raw HTTP" label="Copy raw HTTP" />
      </div>
      {wireBase64 !== undefined ? (
        <RawText text={textOfBase64(wireBase64)} base64={wireBase64} label="Raw bytes" />
      ) : text === null ? (
        <div className="scroll grow">
          <RawText text={head} label="Head" />
          <RawText text={null} base64={base64} label="Body bytes" />
        </div>
      ) : (
        <RawText
          text={head + text}
          masked={masked.map((span) => ({
            ...span,
            start: span.start + head.length,
            end: span.end + head.length,
          }))}
          label="Raw bytes"
        />
      )}
    </>
  )
}

export function MessageTabs(props: MessageTabsProps) {
  const { message, label, received, checks, response, edit, parameters, pointed, below, refusal } = props
  const { tab } = useMessageTab()
  const { request } = message
  const parts: readonly (Pick<TabItem<MessageTab>, 'value' | 'label' | 'count'> & {
    readonly content?: ReactNode
  })[] = [
    { value: 'edit', label: 'Edit', content: edit },
    { value: 'parameters', label: 'Parameters', ...parameters },
    { value: 'body', label: 'Body', content: <BodyPanel message={message} pointed={pointed} /> },
    { value: 'raw', label: 'Raw bytes', content: <RawPanel message={message} /> },
    {
      value: 'headers',
      label: 'Headers',
      count: request.headers.length,
      content: (
        <div className="scroll grow" role="region" aria-label="Headers" tabIndex={0}>
          <HeadersTable headers={request.headers} label="Headers" />
        </div>
      ),
    },
    { value: 'signature', label: 'Signature', content: <SignaturePanel message={message} /> },
    { value: 'received', label: 'As received', content: received },
    { value: 'checks', label: 'Checks', ...checks, count: checks?.count === 0 ? undefined : checks?.count },
    { value: 'response', label: response?.count === undefined ? 'Response' : 'Responses', ...response },
  ]
  const items = parts.flatMap(({ content, ...part }) => (content === undefined ? [] : [{ ...part, content }]))
  const known = items.some((item) => item.value === tab) ? tab : 'body'
  // Without a body, the parameters are shown instead.
  const shown = known === 'body' && parameters !== undefined && message.bodySize === 0 ? 'parameters' : known
  return (
    <Tabs
      label={label}
      value={shown}
      onChange={showMessageTab}
      items={items}
      below={
        <>
          {below}
          {shown === 'signature' ? null : refusal}
        </>
      }
    />
  )
}

function refusedPart(text: string | null, path: readonly string[] = []): readonly Masked[] {
  const span = text === null ? undefined : nearest(text, path).span
  return span === undefined ? [] : [{ start: span.start, end: span.end, kind: 'field' }]
}

/** A body laid out for reading or exactly as sent; a body that is not text is shown in hexadecimal. */
function BodyPanel({ message, pointed }: Pick<MessageTabsProps, 'message' | 'pointed'>) {
  const { masked, bodySize } = message
  const { body, headers } = message.request
  const marks = useMemo(() => [...refusedPart(body.text, pointed), ...masked], [body.text, pointed, masked])
  const { exact } = useMessageTab()
  const showExact = exact || body.text === null
  return (
    <>
      <div className="bar small">
        <LayoutChoice label="Layout of the body" onlyExact={body.text === null} />
        <span className="grow dim">
          {masked.length === 0 ? null : <span className="msg-opt">card data was masked before storing</span>}
        </span>
        <span className="dim nowrap">{formatBytes(bodySize)}</span>
        <CopyButton
          text={() => body.text ?? new TextDecoder().decode(bytesOfBase64(body.base64))}
          what="body"
          label="Copy"
        />
      </div>
      {showExact || body.text === '' ? (
        <RawText text={body.text} base64={body.base64} masked={marks} label="Body" />
      ) : (
        <JsonBody text={body.text} label="Body" numbered pointed={pointed} isForm={isFormEncoded(headers)} />
      )}
    </>
  )
}
