import type { Chosen } from '#window/list/selection'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { copyAsCurl, copyAsRaw, harParams } from './copy-many'
import { saveHar } from './har-jobs'

export function CopyChosen({ chosen }: { readonly chosen: Chosen }) {
  const bench = useBench()
  const copies = [
    ['curl', 'copy', 'Copy as curl', () => copyAsCurl(bench, chosen)],
    ['Raw HTTP', 'copy', 'Copy as raw HTTP', () => copyAsRaw(bench, chosen)],
    ['HAR', 'download', 'Save as HAR', () => saveHar(bench, harParams(chosen))],
  ] as const
  return copies.map(([word, icon, label, copy]) => (
    <Button key={word} size="small" icon={icon} aria-label={label} onClick={copy}>
      {word}
    </Button>
  ))
}
