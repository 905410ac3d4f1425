import type { SignatureExplanation } from '#protocol/signatures'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import type { Explained } from './use-explained'

interface ExplanationCardsProps {
  readonly diagnosis: Explained['diagnosis']
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

/** Line ends and spaces at the end of a line, made visible with characters that every font has. */
const visible = (line: string): string =>
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
    <div className="sg-diff" role="group" aria-label={`First line that differs: ${String(number)}`}>
      <div>
        <span className="field-label">Right, line {number}</span>
        <code>{ours === null ? '(no such line)' : visible(ours)}</code>
      </div>
      <div>
        <span className="field-label">Signed, line {number}</span>
        <code className="sg-bad">{theirs === null ? '(no such line)' : visible(theirs)}</code>
      </div>
    </div>
  )
}

function Card({
  explanation,
  isChosen,
  onChoose,
}: {
  readonly explanation: SignatureExplanation
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  const name = explanation.mistakes.map((mistake) => mistake.name).join(' + ')
  return (
    <article className="stack sg-card" aria-label={name} data-chosen={isChosen}>
      <label className="radio row">
        <input type="radio" name="sg-explanation" checked={isChosen} onChange={onChoose} />
        <span className="grow">
          <b>{name}</b>
        </span>
        <CopyButton text={explanation.canonical} what="string that was signed" />
      </label>
      <p>{explanation.message}</p>
      <Difference difference={explanation.difference} />
      <p className="sg-fix">
        <Icon name="check" small />
        <span>{explanation.fix}</span>
      </p>
    </article>
  )
}

/** Every mistake, or pair of mistakes, that makes exactly the received signature; the chosen one is compared. */
export function ExplanationCards({ diagnosis, chosen, onChoose }: ExplanationCardsProps) {
  const { explanations, tries, complete } = diagnosis
  if (diagnosis.state !== 'explained' && diagnosis.state !== 'unexplained') return null
  const found =
    explanations.length === 0
      ? 'none explains it'
      : explanations.length === 1
        ? '1 explains it'
        : `${String(explanations.length)} explain it equally`
  return (
    <section aria-labelledby="sg-mistakes">
      <div className="section-head">
        <h2 id="sg-mistakes">Mistakes</h2>
        <span className="note">
          {tries.toLocaleString('en')} tried{complete ? '' : ', cut short'}, {found}
        </span>
      </div>
      <div className="stack sg-cards" role="radiogroup" aria-labelledby="sg-mistakes">
        {explanations.map((explanation, index) => (
          <Card
            key={explanation.message}
            explanation={explanation}
            isChosen={index === chosen}
            onChoose={() => onChoose(index)}
          />
        ))}
      </div>
    </section>
  )
}
