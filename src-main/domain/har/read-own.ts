import { decodeBase64 } from '#lib/bytes/base64'
import { MAX_PROJECT_ID } from '#domain/project/project'
import type { MemberReader } from './fields'
import type { HarMark, HarMask, HarOwnFields, HarRefusal, HarSource, HarVerdict } from './message'

const SHORT = 300
const LONG = 100_000
const MAX_BYTES_AS_TEXT = 32 * 1024 * 1024

const HAR_SOURCES = ['api', 'form', 'capture', 'imported', 'callback'] as const
const STATES = ['valid', 'invalid', 'missing', 'empty', 'unreadable', 'unknown_project'] as const

/** What `_paybench` holds beside {@link HarOwnFields}. */
export interface OwnMember {
  readonly own: HarOwnFields
  readonly target: string
  readonly isTimed: boolean
  readonly isAnswered: boolean
}

/** Reads the member `_paybench`. `bodyChars`: masked places must lie inside the body. */
export function readOwn(value: unknown, bodyChars: number, read: MemberReader): OwnMember {
  const member = read.record(value, '_paybench')
  const at = (name: string): string => `_paybench.${name}`
  const text = (name: string, most: number): string => read.text(member[name], at(name), most)
  const optionalText = (name: string, most = SHORT): Record<string, string> =>
    member[name] === undefined ? {} : { [name]: text(name, most) }
  const optionalWhole = (name: string, min: number, max: number): Record<string, number> =>
    member[name] === undefined ? {} : { [name]: read.whole(member[name], at(name), min, max) }

  if (read.whole(member['version'], at('version'), 1, 1_000_000) !== 1) {
    read.fail(at('version'), 'was written by a newer Paybench; import it there')
  }
  const own: HarOwnFields = {
    id: text('id', SHORT),
    source: readSource(member, read),
    virtualTime: read.moment(member['virtualTime'], at('virtualTime')),
    ...optionalText('tlsVersion'),
    ...optionalText('remoteAddress'),
    ...optionalWhole('projectId', 1, MAX_PROJECT_ID),
    ...optionalText('paymentId', LONG),
    ...optionalText('callbackId'),
    ...optionalWhole('attempt', 0, Number.MAX_SAFE_INTEGER),
    ...(member['verdict'] === undefined ? {} : { verdict: readVerdict(member['verdict'], read) }),
    ...(member['refusal'] === undefined ? {} : { refusal: readRefusal(member['refusal'], read) }),
    ...optionalText('note', LONG),
    ...optionalText('replayOf'),
    marks: member['marks'] === undefined ? [] : readMarks(member['marks'], read),
    masked: member['masked'] === undefined ? [] : readMasks(member['masked'], bodyChars, read),
    ...(member['wire'] === undefined ? {} : { wire: readWire(member['wire'], read) }),
  }
  return {
    own,
    target: text('target', LONG),
    isTimed: member['untimed'] !== true,
    isAnswered: member['unanswered'] !== true,
  }
}

/** Archives of version 0.1.0 call it `door`, and the API `platform`. */
function readSource(member: Readonly<Record<string, unknown>>, read: MemberReader): HarSource {
  if (member['source'] !== undefined || member['door'] === undefined) {
    return read.oneOf(member['source'], '_paybench.source', HAR_SOURCES)
  }
  if (member['door'] === 'platform') return 'api'
  return read.oneOf(member['door'], '_paybench.door', HAR_SOURCES)
}

function readVerdict(value: unknown, read: MemberReader): HarVerdict {
  const field = '_paybench.verdict'
  const member = read.record(value, field)
  const optional = (name: string): Record<string, string> =>
    member[name] === undefined ? {} : { [name]: read.text(member[name], `${field}.${name}`, LONG) }
  return {
    state: read.oneOf(member['state'], `${field}.state`, STATES),
    ...optional('place'),
    ...optional('dialect'),
    ...optional('received'),
    ...optional('expected'),
    explanation: read.text(member['explanation'], `${field}.explanation`, LONG),
  }
}

function readRefusal(value: unknown, read: MemberReader): HarRefusal {
  const field = '_paybench.refusal'
  const member = read.record(value, field)
  return {
    code: read.text(member['code'], `${field}.code`, SHORT),
    message: read.text(member['message'], `${field}.message`, LONG),
    ...(member['field'] === undefined ? {} : { field: read.text(member['field'], `${field}.field`, LONG) }),
    contract: read.text(member['contract'], `${field}.contract`, SHORT),
  }
}

function readMarks(value: unknown, read: MemberReader): readonly HarMark[] {
  return read.list(value, '_paybench.marks', 1000).map((item, index) => {
    const field = `_paybench.marks[${index}]`
    const member = read.record(item, field)
    return {
      ruleId: member['ruleId'] === null ? null : read.text(member['ruleId'], `${field}.ruleId`, SHORT),
      text: read.text(member['text'], `${field}.text`, LONG),
    }
  })
}

function readMasks(value: unknown, bodyChars: number, read: MemberReader): readonly HarMask[] {
  return read.list(value, '_paybench.masked', 100_000).map((item, index) => {
    const field = `_paybench.masked[${index}]`
    const member = read.record(item, field)
    const start = read.whole(member['start'], `${field}.start`, 0, bodyChars)
    return {
      start,
      end: read.whole(member['end'], `${field}.end`, start, bodyChars),
      kind: read.oneOf(member['kind'], `${field}.kind`, ['pan', 'cvv']),
    }
  })
}

function readWire(value: unknown, read: MemberReader): Uint8Array {
  const bytes = decodeBase64(read.text(value, '_paybench.wire', MAX_BYTES_AS_TEXT))
  if (bytes === undefined) read.fail('_paybench.wire', 'is not base64')
  return bytes ?? new Uint8Array(0)
}
