/** A bound on something that comes in, or on what is made of it. */
export interface Limit {
  readonly value: number
  readonly unit: 'bytes' | 'characters' | 'ms' | 'levels' | 'count' | 'ratio'
  /** What is bounded, and what happens beyond it: a row of the table in `docs/security.md`. */
  readonly bounds: string
}

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

/**
 * Every bound on what a network peer, a page, a file or a person can send, in one place. Code reads {@link LIMITS};
 * `docs/security.md` shows the same rows, and a test compares the two.
 */
export const LIMIT_TABLE = {
  // Listeners
  connections: {
    value: 4096,
    unit: 'count',
    bounds: 'Connections of one listener. Beyond it further ones are refused until one of them ends.',
  },
  pipelinedRequests: {
    value: 32,
    unit: 'count',
    bounds:
      'Requests of one connection that wait for the response before theirs. Beyond it the connection is closed.',
  },
  headBytes: {
    value: 64 * KIB,
    unit: 'bytes',
    bounds: 'Start line and header fields of a request. Longer ones get 414 or 431.',
  },
  headerFields: { value: 1000, unit: 'count', bounds: 'Header fields of a request. More get 431.' },
  targetBytes: {
    value: 8192,
    unit: 'bytes',
    bounds: 'Request target on the platform listener. A longer one gets 414 (contract 7.1).',
  },
  platformBodyBytes: {
    value: MIB,
    unit: 'bytes',
    bounds: 'Body of an API or form request (contract 5.1). A longer one gets 413.',
  },
  captureBodyBytes: {
    value: 16 * MIB,
    unit: 'bytes',
    bounds: 'Body of a captured request. Of a longer one the beginning is kept, and the response is 413.',
  },
  responseBodyBytes: {
    value: MIB,
    unit: 'bytes',
    bounds:
      'Body of a response to a message that the bench sends (contract 9.2). Of a longer one the beginning is kept, and the connection is closed.',
  },
  workbenchBodyBytes: {
    value: 40 * MIB,
    unit: 'bytes',
    bounds: 'Parameters of a workbench call: a body of 16 MiB, escaped, fits. A longer call gets 413.',
  },
  bodyBytesInFlight: {
    value: 64 * MIB,
    unit: 'bytes',
    bounds:
      'Bodies being read or handled on all listeners together. Beyond it reading pauses, except for the oldest; a body that stalls is cut off.',
  },
  smallBodyBytes: {
    value: 64 * KIB,
    unit: 'bytes',
    bounds:
      'A body up to here is always read: the number of connections bounds these. Larger ones share the bytes in flight.',
  },
  bodyStallMs: {
    value: 5000,
    unit: 'ms',
    bounds:
      'Time in which a large body has to gain 64 KiB while others wait for memory. Beyond it 408, and what arrived is kept.',
  },
  unreadTimeMs: {
    value: 30_000,
    unit: 'ms',
    bounds: 'Time in which a client takes nothing of a response. Beyond it the connection is closed.',
  },
  headTimeMs: { value: 20_000, unit: 'ms', bounds: 'Time for the head of a request or a TLS handshake.' },
  requestTimeMs: { value: 60_000, unit: 'ms', bounds: 'Time for a whole request. Beyond it 408.' },
  workbenchClients: {
    value: 64,
    unit: 'count',
    bounds: 'WebSocket clients of the workbench. Further ones get 503.',
  },
  clientCalls: {
    value: 64,
    unit: 'count',
    bounds: 'Calls in flight of one WebSocket client. Beyond it nothing more is read from the client.',
  },
  unreadBytes: {
    value: 96 * MIB,
    unit: 'bytes',
    bounds: 'Messages that a workbench client leaves unread. Beyond it the client is disconnected.',
  },

  // JSON and what is derived from a message
  jsonDepth: { value: 512, unit: 'levels', bounds: 'Nesting of a JSON text. A deeper one is refused.' },
  jsonValues: {
    value: 100_000,
    unit: 'count',
    bounds: 'Values of a JSON text, or that a signature covers. More are refused.',
  },
  signatureChars: {
    value: 2048,
    unit: 'characters',
    bounds: 'A received signature whose encoding is looked into. A longer one is only called too long.',
  },
  valuesSearchedAtOnce: {
    value: 500,
    unit: 'count',
    bounds:
      'Values of a message up to which the mistake behind its signature is looked for before the response. Of more it is looked for afterwards, in steps.',
  },
  requestValues: {
    value: 20_000,
    unit: 'count',
    bounds:
      'Values of a JSON body that is read before the response: API, form, captures. A request with more is refused; a capture is kept, and its signature is not checked.',
  },
  formParameters: {
    value: 10_000,
    unit: 'count',
    bounds: 'Pairs of name and value in a query or a form-encoded body. More get 400.',
  },
  namedPaths: {
    value: 100,
    unit: 'count',
    bounds: 'Paths named in one list: repeated keys, refused fields. The rest is counted.',
  },
  pathChars: {
    value: 300,
    unit: 'characters',
    bounds: 'A path in an error, a warning, a note or a list. A longer one is shortened in the middle.',
  },
  nameChars: {
    value: 100,
    unit: 'characters',
    bounds: 'A name or value of a peer quoted in a sentence. A longer one is cut.',
  },
  warnings: {
    value: 50,
    unit: 'count',
    bounds: 'Warnings or errors kept with one message. The last one counts the rest.',
  },
  paymentIdChars: {
    value: 512,
    unit: 'characters',
    bounds: 'What a message names as its payment id, as it is kept with it. A longer text is cut.',
  },
  noteChars: {
    value: 8192,
    unit: 'characters',
    bounds: 'The note stored with a message. A longer one is cut and says so.',
  },
  explanationChars: {
    value: 256 * KIB,
    unit: 'characters',
    bounds: 'The explanation of a refusal or a signature. A longer one is cut and says so.',
  },

  // The bench's own responses and events
  rowsPerPage: { value: 500, unit: 'count', bounds: 'Rows of one page of a list.' },
  eventBytes: {
    value: 64 * KIB,
    unit: 'bytes',
    bounds:
      'One event kept for clients that reconnect. A larger one is sent and not kept: such a client reads everything again.',
  },
  eventLogBytes: {
    value: 16 * MIB,
    unit: 'bytes',
    bounds: 'Events kept for clients that reconnect. Older ones go; such a client reads everything again.',
  },
  eventLogCount: { value: 5000, unit: 'count', bounds: 'Events kept for clients that reconnect.' },
  bulkReplays: {
    value: 20,
    unit: 'count',
    bounds: 'Finished bulk replays that are kept. The oldest go first.',
  },
  bulkReplayMessages: {
    value: 100_000,
    unit: 'count',
    bounds: 'Messages of all bulk replays that are kept. The oldest replays go first.',
  },
  filterWords: {
    value: 100,
    unit: 'count',
    bounds: 'Conditions and words of one filter. More are refused with a sentence.',
  },
  filterChars: { value: 2000, unit: 'characters', bounds: 'A filter. A longer one is refused.' },

  // Files
  sessionLineBytes: {
    value: 100 * MIB,
    unit: 'bytes',
    bounds: 'A row of a session file that holds bodies. A longer one is refused.',
  },
  sessionRecordBytes: {
    value: 4 * MIB,
    unit: 'bytes',
    bounds: 'A row of a session file that holds no body. A longer one is refused.',
  },
  sessionExpansion: {
    value: 100,
    unit: 'ratio',
    bounds: 'Unpacked to packed bytes of a session file beyond its first 16 MiB. More is refused.',
  },
  sessionBytes: {
    value: 32 * GIB,
    unit: 'bytes',
    bounds: 'A session file, unpacked. A larger one is refused.',
  },
  freeDiskBytes: {
    value: 512 * MIB,
    unit: 'bytes',
    bounds: 'Space that imports and exports leave free on the disk. An import that would use it is refused.',
  },
  harBytes: { value: 256 * MIB, unit: 'bytes', bounds: 'A HAR file. A larger one is refused.' },
  harEntryBytes: {
    value: 64 * MIB,
    unit: 'bytes',
    bounds: 'One entry of a HAR file. A larger one is refused.',
  },
  harOutsideBytes: {
    value: 4 * MIB,
    unit: 'bytes',
    bounds: 'A HAR file without its entries. More is refused.',
  },
  harEntries: { value: 200_000, unit: 'count', bounds: 'Entries of a HAR file. More are refused.' },

  // Scenarios
  scenarioPayments: {
    value: 100,
    unit: 'count',
    bounds: 'Payments that one scenario is recorded from. More are refused.',
  },
  scenarioFiles: {
    value: 500,
    unit: 'count',
    bounds: 'Scenario files of the tester. More are not listed, and no further one is saved.',
  },
  scenarioChars: {
    value: 256 * KIB,
    unit: 'characters',
    bounds: 'A scenario file. A longer one is refused.',
  },
  scenarioRunMs: {
    value: 600_000,
    unit: 'ms',
    bounds:
      'A run of a scenario from the window in real time, pauses between its steps included. Then it is stopped.',
  },
  foreignMs: {
    value: 2_000,
    unit: 'ms',
    bounds:
      'One task of the process that reads scenario files, compares with matchers, and reads pages and responses of merchants. Beyond it the process is ended, and an error names the task.',
  },
  foreignMemoryBytes: {
    value: 256 * MIB,
    unit: 'bytes',
    bounds:
      'Objects in the memory of that process. Beyond it the process is ended, and an error names the task.',
  },
  foreignOutputChars: {
    value: 32 * MIB,
    unit: 'characters',
    bounds: 'Result of one task of that process. A larger one is refused.',
  },
  scenarioEvidenceChars: {
    value: 64 * KIB,
    unit: 'characters',
    bounds: 'A request or response kept with a step of a scenario. A longer one is cut and says so.',
  },
  scenarioResultChars: {
    value: 4 * MIB,
    unit: 'characters',
    bounds: 'Messages kept with one run of a scenario. Those of its earlier steps stay.',
  },

  // Exam
  examHosts: {
    value: 10,
    unit: 'count',
    bounds: 'Hosts outside of this computer that one exam or run of scenarios may send to. More are refused.',
  },
  examRequestChars: {
    value: 16 * MIB,
    unit: 'characters',
    bounds: 'Bodies of the requests of a merchant that an exam judges. Of more the latest are judged.',
  },
  examResultChars: {
    value: 8 * MIB,
    unit: 'characters',
    bounds: 'Messages kept with one exam of the window. Those of its earlier rules stay.',
  },
  checksAtOnce: {
    value: 8,
    unit: 'count',
    bounds: 'Quick checks of the receiver that go on at the same time. A further one is refused.',
  },
  checkResponseMs: {
    value: 60_000,
    unit: 'ms',
    bounds:
      'Real time in which a message of a quick check has to be answered. Beyond it the check has observed nothing.',
  },
  checkedCallbacks: {
    value: 100,
    unit: 'count',
    bounds: 'Callbacks whose quick checks are kept with their results. The oldest go first.',
  },

  // Previewed pages
  previewReportBytes: {
    value: 48 * KIB,
    unit: 'bytes',
    bounds: 'Reports that a previewed page posts at a time. More get 413.',
  },
  previewReportsPerSecond: {
    value: 200,
    unit: 'count',
    bounds:
      'Reports of one previewed page in a second, window messages included. The rest is counted, not kept.',
  },
  previewReportBytesPerSecond: {
    value: MIB,
    unit: 'bytes',
    bounds: 'Reports of one previewed page in a second. The rest is counted, not kept.',
  },
  previewDataChars: {
    value: 12 * KIB,
    unit: 'characters',
    bounds: 'Data of one report of a previewed page. Longer data is cut and says so.',
  },
  previewDataDepth: {
    value: 32,
    unit: 'levels',
    bounds: 'Nesting of the data of a report that is laid out as JSON. Deeper data is shown as it came.',
  },
  shownRows: {
    value: 500,
    unit: 'count',
    bounds:
      'Rows that one table of a message lays out: parameters, lines of a signature. The others are counted; the raw text has them all.',
  },
  previewEntries: {
    value: 1000,
    unit: 'count',
    bounds: 'Events that the preview shows. The oldest go first.',
  },

  policySources: {
    value: 20,
    unit: 'count',
    bounds:
      'Origins of return addresses that a previewed page may show in its frame. The others are left out of its policy.',
  },

  // Notes of the tester
  annotationChars: {
    value: 4000,
    unit: 'characters',
    bounds: 'A note of the tester on a payment or a message. A longer one is refused.',
  },
  labels: {
    value: 10,
    unit: 'count',
    bounds: 'Labels of a payment or a message. More are refused.',
  },
  labelChars: {
    value: 40,
    unit: 'characters',
    bounds: 'A label of a payment or a message. A longer one is refused.',
  },

  // Reports
  reportPayments: {
    value: 50,
    unit: 'count',
    bounds: 'Payments of one report. More are refused.',
  },
  reportSteps: {
    value: 300,
    unit: 'count',
    bounds: 'Steps of one payment in a report. The report says how many are left out.',
  },
  reportBodyChars: {
    value: 65_536,
    unit: 'characters',
    bounds: 'A body in a report. Of a longer one the beginning is shown, with a sentence that says so.',
  },
  reportChars: {
    value: 4_000_000,
    unit: 'characters',
    bounds: 'Bodies of a report together. Later ones are left out, each with a sentence that says so.',
  },

  // Windows
  windows: {
    value: 20,
    unit: 'count',
    bounds: 'Windows that pages of customers have open in the desktop at a time.',
  },
  externalLinksPerMinute: {
    value: 10,
    unit: 'count',
    bounds: 'Addresses that pages hand to the system browser in a minute. More are refused and logged.',
  },
  addressChars: {
    value: 20_000,
    unit: 'characters',
    bounds: 'A link to a place in the window. A longer one leads to a page that names the reason.',
  },

  // Time
  mainThreadMs: {
    value: 50,
    unit: 'ms',
    bounds: 'One step of work on the main thread. Longer work is done in steps or in a worker thread.',
  },
} as const satisfies Readonly<Record<string, Limit>>

export type LimitName = keyof typeof LIMIT_TABLE

/** The bounds by name, in the unit of their row in {@link LIMIT_TABLE}. */
export const LIMITS: Readonly<Record<LimitName, number>> = Object.fromEntries(
  Object.entries(LIMIT_TABLE).map(([name, { value }]) => [name, value]),
) as Record<LimitName, number>
