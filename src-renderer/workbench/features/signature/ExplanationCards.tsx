import { formatCount } from '#lib/words'
import type { SignatureExplanation } from '#protocol/signatures'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import type { Explained } from './signature-store'
import { verdictLook } from '#window/message-view/callback-words'
import { Button } from '#window/ui/Button.tsx'

interface ExplanationCardsProps {
  readonly diagnosis: Explained['diagnosis']
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

/** Shows line ends and trailing spaces with characters that every font has. */
const showSpaces = (line: string): string =>
  line
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replace(/ +$/, (spaces) => '·'.repeat(spaces.length))

function Difference({ difference }: { readonly difference: SignatureExplanation['difference'] }) {
  if (difference === null) {
    return <p className="help">The string to sign is correct; the mistake comes after it.</p>
  }
  const { number, ours, theirs } = difference
  return (
    <div className="tiles pad sunken" role="group" aria-label={`First line that differs: ${String(number)}`}>
      <div>
        <span className="field-label">Correct, line {number}</span>
        <code>{ours === null ? '(no such line)' : showSpaces(ours)}</code>
      </div>
      <div>
        <span className="field-label">Signed, line {number}</span>
        <code className="bad">{theirs === null ? '(no such line)' : showSpaces(theirs)}</code>
      </div>
    </div>
  )
}

export function ExplanationCards({ diagnosis, chosen, onChoose }: ExplanationCardsProps) {
  const { explanations, tries, complete } = diagnosis
  if (diagnosis.state !== 'explained' && diagnosis.state !== 'unexplained') return null
  // The verdict above already has the sentences of a single explanation.
  const isOnly = explanations.length === 1
  const count = explanations.length
  const found = count === 0 ? 'none fits' : isOnly ? '1 fits' : `${count} fit equally well`
  return (
    <section aria-labelledby="sg-mistakes">
      <div className="section-head">
        <h2 id="sg-mistakes">Mistakes</h2>
        <span className="note">
          {formatCount(tries)} tried{complete ? '' : ', cut short'}, {found}
        </span>
      </div>
      <div className="stack pad" role="radiogroup" aria-labelledby="sg-mistakes">
        {explanations.map(({ mistakes, message, canonical, difference, fix }, index) => {
          const name = mistakes.map((mistake) => mistake.name).join(' + ')
          const isChosen = index === chosen
          return (
            <article className="stack box sg-card" key={message} aria-label={name} data-chosen={isChosen}>
              <label className="radio row">
                <input
                  type="radio"
                  name="sg-explanation"
                  checked={isChosen}
                  onChange={() => onChoose(index)}
                />
                <span className="grow">
                  <b>{name}</b>
                </span>
                <CopyButton text={canonical} what="string that was signed" />
              </label>
              {isOnly ? null : <p>{message}</p>}
              <Difference difference={difference} />
              {isOnly ? null : (
                <p className="row sg-fix">
                  <Icon name="check" small />
                  <span>{fix}</span>
                </p>
              )}
            </article>
          )
        })}
      </div>
    </section>
  )
}

interface VerdictHeadProps {
  readonly explained: Explained
  readonly onSearch: () => void
}

function wordsOf({ verdict, diagnosis, source }: Explained) {
  switch (diagnosis.state) {
    case 'right':
      return {
        title: `Accepted. ${verdict.explanation}`,
        text: `Verified with the secret of project ${String(source.projectId)}.`,
      }
    case 'explained':
      return diagnosis.explanations.length === 1
        ? { title: `Refused. ${diagnosis.message}`, text: diagnosis.fix }
        : {
            title: `Refused. ${String(diagnosis.explanations.length)} mistakes fit equally well.`,
            text: 'The signature alone does not show which one it was.',
          }
    case 'unexplained':
      return {
        title: 'Refused, and no known mistake explains it.',
        text: `${diagnosis.message} ${diagnosis.fix}`,
      }
    case 'unreadable':
    case 'skipped':
      return {
        title: verdict.explanation,
        text: `${diagnosis.message === verdict.explanation ? '' : diagnosis.message} ${diagnosis.fix}`,
      }
  }
}

export function VerdictHead({ explained, onSearch }: VerdictHeadProps) {
  const look = verdictLook(explained.verdict.state)
  const { title, text } = wordsOf(explained)
  const { diagnosis, expected, remarks } = explained
  return (
    <div className="row wraps sg-verdict" role="status" data-hue={look.hue}>
      <Icon name={look.icon} />
      <div className="grow">
        <h2>{title}</h2>
        <p>{text}</p>
        {remarks.map((remark) => (
          <p key={remark} className="row">
            <Icon name="info" small />
            <span>Also: {remark}</span>
          </p>
        ))}
      </div>
      {diagnosis.state === 'skipped' && diagnosis.fix.startsWith('Ask') ? (
        <Button onClick={onSearch}>Look for the mistake</Button>
      ) : null}
      {expected === '' || explained.verdict.state === 'valid' ? null : (
        <CopyButton
          text={expected}
          what="correct signature"
          label="Copy correct signature"
          look="plain"
          size="normal"
        />
      )}
    </div>
  )
}
