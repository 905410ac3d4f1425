import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LiveRecording } from '#protocol/scenarios'
import { useBench, useBenchEvents } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { showFailure } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { discardRecording, saveRecording } from './scenario-commands'

const recordingStore = createStore<{ readonly recording: LiveRecording | null }>(() => ({ recording: null }))

/** What is recorded from now on; null: nothing. */
export const useRecording = (): LiveRecording | null => useStore(recordingStore, ({ recording }) => recording)

/** Says on every page that payments are recorded, and ends it. */
export function RecordingLine() {
  const bench = useBench()
  const epoch = useInfo((state) => state.epoch)
  const recording = useRecording()
  useEffect(() => {
    bench
      .call('scenarios.list', {})
      .then((listed) => recordingStore.setState({ recording: listed.recording }), showFailure)
  }, [bench, epoch])
  useBenchEvents((events) => {
    const last = events.findLast((event) => event.type === 'recording.changed')
    if (last !== undefined) recordingStore.setState({ recording: last.recording })
  })
  if (recording === null) return null
  const { projectId, payments } = recording
  return (
    <div className="session-line" role="region" aria-label="Recording">
      <Notice
        tone="amber"
        title={`Recording project ${projectId}.`}
        action={
          <span className="row">
            <Button
              size="small"
              icon="scenarios"
              does="scenarios.stopRecording"
              disabled={payments === 0}
              onClick={() => saveRecording(bench)}
            >
              Stop and save as scenario…
            </Button>
            <Button
              size="small"
              look="quiet"
              does="scenarios.stopRecording"
              onClick={() => discardRecording(bench)}
            >
              Discard
            </Button>
          </span>
        }
      >
        {payments === 0
          ? 'No payments yet.'
          : payments === 1
            ? '1 payment so far.'
            : `${payments} payments so far.`}
      </Notice>
    </div>
  )
}
