import { CommandButton } from '#window/commands/CommandControls.tsx'
import { useState } from 'react'
import type { BenchInfo } from '#protocol/bench'
import type { Params } from '#protocol/methods'
import { useBench } from '#window/state/bench'
import { SessionsSettings } from '#window/features/sessions/SessionsSettings.tsx'
import { infoStore, useInfo } from '#window/state/info'
import { reasonOf, showToast } from '#window/state/toasts'
import { Field, Select } from '#window/ui/Field.tsx'
import { formatBytes, formatCount, formatShare } from '#window/lib/time'
import { Changeable, WhyUnchangeable } from './Changeable'
import { RESET } from './settings-commands'
import { checkMessageCap, checkSize, formatSize, parseSize } from './checks'
import { TextSetting } from './TextSetting'

const DURABILITY = [
  { value: 'normal', label: 'Normal: a power failure may lose the most recent changes' },
  { value: 'full', label: 'Full: every commit waits for the disk' },
] as const

/** Where the bench stores its data, how much it uses, and the limits. */
export function StorageSettings() {
  const storage = useInfo((state) => state.info?.storage)
  if (storage === undefined) return null
  return (
    <>
      <header className="settings-head">
        <h2>Storage</h2>
        <p className="mid">
          {storage.directory === null ? (
            'In memory: everything is deleted when Paybench stops.'
          ) : (
            <>
              In <code>{storage.directory}</code>
            </>
          )}
        </p>
      </header>
      <Usage storage={storage} />
      <Limits storage={storage} />
      <SessionsSettings />
      <section className="settings-group" aria-label="Reset">
        <h3>Reset</h3>
        <div className="stack settings-fields">
          <div className="field">
            <span className="help">Removes payments, messages and timers. Projects and settings stay.</span>
            <span>
              <CommandButton command={RESET} subject={null} />
            </span>
          </div>
        </div>
      </section>
    </>
  )
}

interface StorageProps {
  readonly storage: BenchInfo['storage']
}

function Usage({ storage }: StorageProps) {
  const { maxMessages, maxBytes } = storage
  const share = Math.max(storage.messages / maxMessages, storage.bytes / maxBytes)
  return (
    <section className="settings-group" aria-label="Usage">
      <h3>Usage</h3>
      <div className="stack settings-fields">
        <meter
          aria-label="Used share of the limits"
          value={Math.min(1, share)}
          max={1}
          high={0.9}
          optimum={0}
        />
        <dl className="kv">
          <dt>Messages</dt>
          <dd>
            {formatCount(storage.messages)} of {formatCount(maxMessages)}
          </dd>
          <dt>Size</dt>
          <dd>
            {formatBytes(storage.bytes)} of {formatSize(maxBytes)}
          </dd>
          <dt>Evicted</dt>
          <dd>
            {storage.evicted === 0 ? 'none' : formatCount(storage.evicted)}. The oldest messages are removed
            first; open payments and pending deliveries never are.
          </dd>
          <dt>Lists</dt>
          <dd>{listsText(storage.index)}</dd>
        </dl>
      </div>
    </section>
  )
}

/** The progress of lists and search. */
function listsText({ behind, rebuilding, texts }: BenchInfo['storage']['index']): string {
  if (rebuilding !== null) {
    return `being built from the stored messages: ${formatShare(rebuilding)}. Lists are available when this is done; everything else works meanwhile.`
  }
  if (behind > 0) return `${formatCount(behind)} changes behind, catching up`
  return texts === null
    ? 'up to date'
    : `up to date. Search still reads the texts of older messages: ${formatShare(texts)}. Until then it does not find all of them.`
}

function Limits({ storage: { maxMessages, maxBytes, durability } }: StorageProps) {
  const bench = useBench()
  const [error, setError] = useState<string | null>(null)
  const set = (label: string, change: Params<'settings.update'>, back?: Params<'settings.update'>): void => {
    bench.call('settings.update', change).then(
      (view) => {
        setError(null)
        infoStore.setState(({ info }) => ({ info: info === null ? null : { ...info, storage: view } }))
        const action = back === undefined ? {} : { action: { label: 'Undo', run: () => set(label, back) } }
        showToast({
          icon: 'check',
          text: back === undefined ? `${label} restored` : `${label} saved`,
          ...action,
        })
      },
      (error: unknown) => {
        setError(reasonOf(error))
      },
    )
  }
  return (
    <section className="settings-group" aria-label="Limits">
      <h3>Limits</h3>
      <div className="stack settings-fields">
        <WhyUnchangeable does="settings.update" />
        <Changeable does="settings.update">
          <TextSetting
            label="Maximum messages"
            value={formatCount(maxMessages)}
            check={checkMessageCap}
            refusal={error}
            onSave={(text) =>
              set('Maximum messages', { maxMessages: Number(text.replaceAll(/[,\s]/g, '')) }, { maxMessages })
            }
          />
          <TextSetting
            label="Maximum size"
            value={formatSize(maxBytes)}
            check={checkSize}
            refusal={error}
            onSave={(text) => set('Maximum size', { maxBytes: parseSize(text) ?? maxBytes }, { maxBytes })}
          />
          <Field label="Durability" error={error}>
            {(control) => (
              <Select
                control={control}
                value={durability}
                options={DURABILITY}
                onChange={(value) => set('Durability', { durability: value }, { durability })}
              />
            )}
          </Field>
        </Changeable>
      </div>
    </section>
  )
}
