import type { SignatureExplanation } from '../../../../src-main/protocol/signatures'
import { Choice } from '../../ui/Choice'
import { CopyButton } from '../../ui/CopyButton'
import { FIX_LANGUAGES, fixCode, fixLanguages, LANGUAGE_NAMES } from './fix-code/fix-code'
import { setSignature, useSignature } from './signature-store'

/** What sets the chosen explanation's mistakes right, as code of the merchant's language. */
export function FixCode({ explanation }: { readonly explanation: SignatureExplanation | undefined }) {
  const wanted = useSignature((state) => state.language)
  const mistakes = explanation?.mistakes.map(({ id }) => id) ?? []
  const languages = fixLanguages(mistakes)
  const [first] = languages
  if (first === undefined) return null
  const language = languages.includes(wanted) ? wanted : first
  const code = fixCode(mistakes, language)
  return (
    <section className="sg-fix-code" aria-labelledby="sg-fix">
      <div className="section-head">
        <h2 id="sg-fix">The fix</h2>
        <span className="grow" />
        <Choice
          label="Language"
          value={language}
          options={FIX_LANGUAGES.filter((each) => languages.includes(each)).map((each) => ({
            value: each,
            label: LANGUAGE_NAMES[each],
          }))}
          onChange={(next) => setSignature({ language: next })}
        />
        <CopyButton text={code} what={`fix in ${LANGUAGE_NAMES[language]}`} />
      </div>
      <pre className="code box" tabIndex={0} aria-label={`Fix in ${LANGUAGE_NAMES[language]}`}>
        {code}
      </pre>
    </section>
  )
}
