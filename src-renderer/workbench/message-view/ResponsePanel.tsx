import { formatDuration } from '#window/lib/time'
import { HeadersTable } from './HeadersTable'
import { JsonBody } from './JsonBody'
import { RawText } from './RawText'
import type { ShownResponse } from './shown-message'

interface ResponsePanelProps {
  readonly response: ShownResponse | null
  /** Why there is none, where there is none. */
  readonly missing: string
}

/** A response: status, time it took, headers and body. */
export function ResponsePanel({ response, missing }: ResponsePanelProps) {
  if (response === null) return <p className="msg-empty">{missing}</p>
  return (
    <div className="fill msg-response scroll" role="region" aria-label="Response" tabIndex={0}>
      <p className="bar small msg-bar">
        <span className={`http ${response.good ? 'ok' : 'bad'}`}>
          HTTP/{response.httpVersion} {response.status}
        </span>
        {response.durationMs === undefined ? null : (
          <span className="mid">after {formatDuration(response.durationMs)}</span>
        )}
        {response.note === undefined ? null : <span className="mid">{response.note}</span>}
        {response.truncated ? <span className="mid">the rest of the body was not recorded</span> : null}
      </p>
      {response.body.text === null || response.body.text === '' ? (
        <RawText text={response.body.text} base64={response.body.base64} label="Body of the response" />
      ) : (
        <JsonBody text={response.body.text} label="Body of the response" />
      )}
      <HeadersTable headers={response.headers} label="Headers of the response" />
    </div>
  )
}
