import { Button } from '#window/ui/Button.tsx'
import { formatCount } from '#window/lib/figures'
import { cancelHar, type HarJob, useHarJob } from './har-jobs'
import './traffic.css'

const WORDS: Readonly<Record<HarJob['what'], string>> = {
  saving: 'Writing the archive',
  reading: 'Reading the archive',
  importing: 'Importing requests',
  writing: 'Writing requests',
}

/** The progress of a file, with a button that stops it. */
export function HarLine() {
  const job = useHarJob()
  if (job === null) return null
  const { what, done, total } = job
  const share = total === 0 ? undefined : Math.min(1, done / total)
  return (
    <div className="small har-line" role="region" aria-label="File in progress">
      <span className="grow clip">
        {WORDS[what]}
        {share === undefined
          ? '…'
          : what === 'reading'
            ? `: ${Math.round(share * 100)} %`
            : `: ${formatCount(done)} of ${formatCount(total)}`}
      </span>
      <progress aria-label={WORDS[what]} {...(share === undefined ? {} : { value: share })} />
      <Button size="small" onClick={cancelHar}>
        Cancel
      </Button>
    </div>
  )
}
