import { CommandButton } from '#window/commands/CommandControls.tsx'
import type { BenchInfo } from '#protocol/bench'
import type { Params } from '#protocol/methods'
import { useBench } from '#window/state/bench'
import { SessionsSettings } from '#window/features/sessions/SessionsSettings.tsx'
import { infoStore, useInfo } from '#window/state/info'
import { SelectField } from '#window/ui/Field.tsx'
import { counted, formatCount } from '#lib/words'
import { formatBytes, formatShare } from '#window/lib/time'
import { Changeable, SettingsGroup, SettingsHead, useSave, WhyUnchangeable } from './Saving'
import { RESET } from './settings-commands'
import { checkMessageCap, checkSize, formatSize, parseSize } from './setting-values'
import { TextSetting } from './TextSetting'
import { CLIENT_NAME_REMEDY, clientName } from '#protocol/callers'
import { isOverTls, LISTENER_NAMES } from '#window/state/listeners'
import { setPreferences, usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { saveFile } from '#window/lib/files'
import { Failure, Notice } from '#window/ui/Notice.tsx'
import { CopyRow } from '#window/ui/CopyButton.tsx'
import { KeyValues } from '#window/ui/Table.tsx'
import { useFetched } from '#window/message-view/use-fetched'
import { z } from 'zod'

const DURABILITY = [
  { value: 'normal', label: 'Normal: a power failure may lose the most recent changes' },
  { value: 'full', label: 'Full: every commit waits for the disk' },
] as const

export function StorageSettings() {
  const storage = useInfo((state) => state.info?.storage)
  if (storage === undefined) return null
  const { messages, maxMessages, bytes, maxBytes, evicted } = storage
  return (
    <>
      <SettingsHead title="Storage">
        {storage.directory === null ? (
          'In memory: everything is deleted when Paybench stops.'
        ) : (
          <>
            In <code>{storage.directory}</code>
          </>
        )}
      </SettingsHead>
      <SettingsGroup title="Sessions">
        <SessionsSettings />
      </SettingsGroup>
      <SettingsGroup title="Usage">
        <meter
          aria-label="Used share of the limits"
          value={Math.min(1, Math.max(messages / maxMessages, bytes / maxBytes))}
          max={1}
          high={0.9}
          optimum={0}
        />
        <KeyValues
          of={[
            ['Messages', `${formatCount(messages)} of ${formatCount(maxMessages)}`],
            ['Size', `${formatBytes(bytes)} of ${formatSize(maxBytes)}`],
            [
              'Evicted',
              `${evicted === 0 ? 'none' : formatCount(evicted)}. The oldest messages are removed first; open payments and pending deliveries never are.`,
            ],
            ['Lists', listsText(storage.index)],
          ]}
        />
      </SettingsGroup>
      <Limits storage={storage} />
      <SettingsGroup title="Reset">
        <div className="field">
          <span className="help">
            Deletes payments, messages, timers, saved cards and orders of the demo shop for good. Projects and
            settings stay.
          </span>
          <CommandButton command={RESET} subject={null} />
        </div>
      </SettingsGroup>
    </>
  )
}

function listsText({ behind, rebuilding, texts }: BenchInfo['storage']['index']): string {
  if (rebuilding !== null) {
    return `being built from the stored messages: ${formatShare(rebuilding)}. Lists are available when this is done; everything else works meanwhile.`
  }
  if (behind > 0) return `${counted(behind, 'change')} behind, catching up`
  return texts === null
    ? 'up to date'
    : `up to date. Search still reads the texts of older messages: ${formatShare(texts)}. Until this is done, it does not find all of them.`
}

function Limits({ storage }: { readonly storage: BenchInfo['storage'] }) {
  const { maxMessages, maxBytes, durability } = storage
  const bench = useBench()
  const { error, save } = useSave(async (change: Params<'settings.update'>) => {
    const storage = await bench.call('settings.update', change)
    infoStore.setState(({ info }) => ({ info: info === null ? null : { ...info, storage } }))
  })
  return (
    <Changeable does="settings.update">
      <WhyUnchangeable does="settings.update" />
      <SettingsGroup title="Limits">
        <TextSetting
          label="Maximum messages"
          value={formatCount(maxMessages)}
          check={checkMessageCap}
          refusal={error}
          onSave={(text) =>
            save('Maximum messages', { maxMessages: Number(text.replaceAll(/[,\s]/g, '')) }, { maxMessages })
          }
        />
        <TextSetting
          label="Maximum size"
          value={formatSize(maxBytes)}
          check={checkSize}
          refusal={error}
          onSave={(text) => save('Maximum size', { maxBytes: parseSize(text) ?? maxBytes }, { maxBytes })}
        />
        <SelectField
          label="Durability"
          error={error}
          value={durability}
          options={DURABILITY}
          onChange={(value) => save('Durability', { durability: value }, { durability })}
        />
      </SettingsGroup>
    </Changeable>
  )
}

export function ListenersSettings() {
  const info = useInfo((state) => state.info)
  const name = usePreferences((state) => state.clientName)
  if (info === null) return null
  const { caPem } = info
  return (
    <>
      <SettingsHead title="Listeners">
        Ports are chosen when Paybench starts, with options such as <code>--platform-port</code>.
      </SettingsHead>
      <SettingsGroup title="Addresses">
        {info.listeners.map(({ name, url, reachableAt = [], opensAt, notice }) => (
          <div className="field" key={name}>
            <label htmlFor={`listener-${name}`}>{LISTENER_NAMES[name]}</label>
            <CopyRow
              id={`listener-${name}`}
              value={url}
              what={`${LISTENER_NAMES[name]} address`}
              copied={opensAt ?? url}
            />
            {reachableAt.length === 0 ? null : (
              <span className="help">From other computers: {reachableAt.join(', ')}</span>
            )}
            {notice === undefined ? null : <Notice tone="amber" title={notice} />}
          </div>
        ))}
      </SettingsGroup>
      <SettingsGroup title="You">
        <TextSetting
          label="Your name"
          help="Others see it when you change the clock, a rule, a project or the settings. This browser remembers it."
          value={name}
          check={(text) =>
            text.trim() === '' || clientName.safeParse(text).success ? null : CLIENT_NAME_REMEDY
          }
          onSave={(text) => setPreferences({ clientName: text.trim() })}
        />
      </SettingsGroup>
      {caPem === null ? null : (
        <SettingsGroup title="Certificate authority">
          <div className="field">
            <span className="help">
              Created for this data folder. Trust it where your code calls the TLS addresses: for Node with{' '}
              <code>NODE_EXTRA_CA_CERTS</code>, for curl with <code>--cacert</code>.
              {isOverTls(info) ? ' Browsers show the form in the preview only if they trust it.' : null}
            </span>
            <Button
              icon="download"
              onClick={() =>
                saveFile(new Blob([caPem], { type: 'application/x-pem-file' }), 'paybench-ca.pem')
              }
            >
              Download the certificate
            </Button>
          </div>
        </SettingsGroup>
      )}
      <SettingsGroup title="Program">
        <KeyValues
          of={[
            ['Version', info.version],
            ['Host', `${info.runtime.host}, Node ${info.runtime.node}, ${info.runtime.platform}`],
          ]}
        />
      </SettingsGroup>
    </>
  )
}

/** A third-party package in the program, as listed by the build. */
const part = z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() })
const parts = z.object({ parts: z.array(part) })

async function fetchParts(): Promise<readonly z.infer<typeof part>[]> {
  const response = await fetch('../licences.json')
  if (!response.ok) throw new Error('The licences are missing. Rebuild or reinstall Paybench.')
  const read = parts.safeParse(await response.json())
  if (!read.success) throw new Error('The list of licences is damaged. Rebuild or reinstall Paybench.')
  return read.data.parts
}

export function LicencesSettings() {
  const { value: parts, error, reload } = useFetched('licences', fetchParts)
  return (
    <>
      <SettingsHead title="Third-party licences">
        Paybench is available under the MIT licence. It includes these third-party packages under their own
        licences. The desktop runtime keeps its licences next to the program.
      </SettingsHead>
      <Failure title="The licences could not be read." error={error} onRetry={reload} />
      {parts === null ? null : (
        <ul className="licences" aria-label="Third-party licences">
          {parts.map(({ name, version, licence, text }) => (
            <li key={`${name} ${version}`}>
              <details>
                <summary>
                  <b>{name}</b> <span className="dim">{version}</span> <span className="mid">{licence}</span>
                </summary>
                <pre className="code wrap mid pad">{text}</pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
