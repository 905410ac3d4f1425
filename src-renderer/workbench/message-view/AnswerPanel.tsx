import { formatDuration } from '../lib/time'
import { HeadersTable } from './HeadersTable'
import { JsonBody } from './JsonBody'
import { RawText } from './RawText'
import type { ShownAnswer } from './shown-message'

interface AnswerPanelProps {
  readonly answer: ShownAnswer | null
  /** Why there is none, where there is none. */
  readonly missing: string
}

/** An answer: status, time it took, headers and body. */
export function AnswerPanel({ answer, missing }: AnswerPanelProps) {
  if (answer === null) return <p className="msg-empty">{missing}</p>
  return (
    <div className="msg-answer scroll" role="region" aria-label="Response" tabIndex={0}>
      <p className="msg-bar">
        <span className={`http ${answer.good ? 'ok' : 'bad'}`}>
          HTTP/{answer.httpVersion} {answer.status}
        </span>
        {answer.durationMs === undefined ? null : (
          <span className="mid">after {formatDuration(answer.durationMs)}</span>
        )}
        {answer.note === undefined ? null : <span className="mid">{answer.note}</span>}
        {answer.truncated ? <span className="mid">the rest of the body was not recorded</span> : null}
      </p>
      {answer.body.text === null || answer.body.text === '' ? (
        <RawText text={answer.body.text} base64={answer.body.base64} label="Body of the response" />
      ) : (
        <JsonBody text={answer.body.text} label="Body of the response" />
      )}
      <HeadersTable headers={answer.headers} label="Headers of the response" />
    </div>
  )
}
