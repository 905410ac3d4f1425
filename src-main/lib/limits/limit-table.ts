export interface Limit {
  readonly value: number
  readonly unit: 'bytes' | 'characters' | 'ms' | 'levels' | 'count' | 'ratio'
  /** The bound and what happens beyond it: a row of the table in `docs/security.md`. */
  readonly bounds: string
}

const limitIn =
  (unit: Limit['unit']) =>
  (value: number, bounds: string): Limit => ({ value, unit, bounds })

const bytes = limitIn('bytes')
const characters = limitIn('characters')
const ms = limitIn('ms')
const levels = limitIn('levels')
const count = limitIn('count')
const ratio = limitIn('ratio')

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

/** Every bound on input; code reads {@link LIMITS}. A test compares the table with `docs/security.md`. */
export const LIMIT_TABLE = {
  // Listeners
  connections: count(
    4096,
    'Connections of one listener. Beyond this, further ones are refused until one ends.',
  ),
  pipelinedRequests: count(
    32,
    'Requests of one connection that wait for an earlier response. Beyond this, the connection is closed.',
  ),
  headBytes: bytes(64 * KIB, 'Start line and header fields of a request. Longer ones get 414 or 431.'),
  headerFields: count(1000, 'Header fields of a request. More get 431.'),
  targetBytes: bytes(8192, 'Request target on the platform listener. A longer one gets 414 (contract 7.1).'),
  platformBodyBytes: bytes(MIB, 'Body of an API or form request (contract 5.1). A longer one gets 413.'),
  captureBodyBytes: bytes(
    16 * MIB,
    'Body of a captured request. Only the beginning of a longer one is kept, and the response is 413.',
  ),
  responseBodyBytes: bytes(
    MIB,
    'Body of a response to a message that Paybench sends (contract 9.2). Only the beginning of a longer one is kept, and the connection is closed.',
  ),
  workbenchBodyBytes: bytes(
    40 * MIB,
    'Parameters of a workbench call: a body of 16 MiB, escaped, fits. A longer call gets 413.',
  ),
  bodyBytesInFlight: bytes(
    64 * MIB,
    'Bodies being read or handled on all listeners together. Beyond this, reading pauses, except for the oldest; a body that stalls is cut off.',
  ),
  smallBodyBytes: bytes(
    64 * KIB,
    'A body up to this size is always read: there is at most one for each connection. Larger ones share the bytes in flight.',
  ),
  bodyStallMs: ms(
    5000,
    'Time in which a large body has to gain 64 KiB while others wait for memory. After that, the response is 408, and what arrived is kept.',
  ),
  unreadTimeMs: ms(
    30_000,
    'Time in which a client reads nothing of a response. After that, the connection is closed.',
  ),
  headTimeMs: ms(20_000, 'Time for the head of a request or a TLS handshake.'),
  requestTimeMs: ms(60_000, 'Time for a complete request. After that, the response is 408.'),
  workbenchClients: count(64, 'WebSocket clients of the workbench. Further ones get 503.'),
  clientCalls: count(
    64,
    'Calls in flight of one WebSocket client. Beyond this, nothing more is read from the client.',
  ),
  unreadBytes: bytes(
    96 * MIB,
    'Messages that a workbench client leaves unread. Beyond this, the client is disconnected.',
  ),

  // JSON and what is derived from a message
  jsonDepth: levels(512, 'Nesting of a JSON text. A deeper one is refused.'),
  jsonValues: count(100_000, 'Values of a JSON text, or under a signature. More are refused.'),
  signatureChars: characters(
    2048,
    'A received signature whose encoding is examined. A longer one is only reported as too long.',
  ),
  valuesSearchedAtOnce: count(
    500,
    'Values up to which a wrong signature is diagnosed before the response. With more, it is diagnosed afterwards, in steps.',
  ),
  requestValues: count(
    20_000,
    'Values of a JSON body that is read before the response: API, form, captures. A request with more is refused; a capture is kept, and its signature is not checked.',
  ),
  formParameters: count(10_000, 'Pairs of name and value in a query or a form-encoded body. More get 400.'),
  namedPaths: count(
    100,
    'Paths named in one list: repeated keys, refused fields. The others are only counted.',
  ),
  pathChars: characters(
    300,
    'A path in an error, a warning, a note or a list. A longer one is shortened in the middle.',
  ),
  nameChars: characters(100, 'A name or value from a peer, quoted in a sentence. A longer one is cut.'),
  warnings: count(50, 'Warnings or errors kept with one message. The last one counts the rest.'),
  paymentIdChars: characters(
    512,
    'The payment id that a message names, as stored with the message. A longer one is cut.',
  ),
  noteChars: characters(8192, 'The note stored with a message. A longer one is cut and says so.'),
  explanationChars: characters(
    256 * KIB,
    'The explanation of a refusal or a signature. A longer one is cut and says so.',
  ),

  // Paybench's own responses and events
  rowsPerPage: count(500, 'Rows of one page of a list.'),
  eventBytes: bytes(
    64 * KIB,
    'One event kept for clients that reconnect. A larger one is sent but not kept: a client that missed it reads everything again.',
  ),
  eventLogBytes: bytes(
    16 * MIB,
    'Events kept for clients that reconnect. Older ones are dropped: a client that missed one reads everything again.',
  ),
  eventLogCount: count(5000, 'Events kept for clients that reconnect.'),
  bulkReplays: count(20, 'Finished bulk replays that are kept. The oldest are dropped first.'),
  bulkReplayMessages: count(
    100_000,
    'Messages of all bulk replays that are kept. The oldest replays are dropped first.',
  ),
  filterWords: count(100, 'Conditions and words of one filter. More are refused with a message.'),
  filterChars: characters(2000, 'A filter. A longer one is refused.'),

  // Files
  sessionLineBytes: bytes(100 * MIB, 'A row of a session file that holds bodies. A longer one is refused.'),
  sessionRecordBytes: bytes(4 * MIB, 'A row of a session file that holds no body. A longer one is refused.'),
  sessionExpansion: ratio(
    100,
    'Ratio of unpacked to packed bytes of a session file beyond its first 16 MiB. A higher one is refused.',
  ),
  keptBytes: bytes(
    64 * MIB,
    'A session that is copied before the clock is advanced. A larger one is not copied.',
  ),
  importMs: ms(
    300_000,
    'The process that reads a session file, between two reports of its progress. After that, it is ended, and nothing is imported.',
  ),
  importMemoryBytes: bytes(
    GIB,
    'Objects in the memory of that process. Beyond this, it is ended, and nothing is imported.',
  ),
  sessionBytes: bytes(32 * GIB, 'A session file, unpacked. A larger one is refused.'),
  freeDiskBytes: bytes(
    512 * MIB,
    'Space that imports and exports leave free on the disk. An import or export that would use it is refused.',
  ),
  harBytes: bytes(256 * MIB, 'A HAR file. A larger one is refused.'),
  harEntryBytes: bytes(64 * MIB, 'One entry of a HAR file. A larger one is refused.'),
  harOutsideBytes: bytes(4 * MIB, 'A HAR file without its entries. A larger one is refused.'),
  harEntries: count(200_000, 'Entries of a HAR file. More are refused.'),

  // Scenarios
  scenarioPayments: count(100, 'Payments that one scenario is recorded from. More are refused.'),
  scenarioFiles: count(
    500,
    'Scenario files of the tester. More are not listed, and no further one is saved.',
  ),
  scenarioChars: characters(256 * KIB, 'A scenario file. A longer one is refused.'),
  scenarioRunMs: ms(
    600_000,
    'Real time of a scenario run started in the window, pauses included. After that, the run is stopped.',
  ),
  foreignMs: ms(
    2_000,
    'One task of the process that reads scenario files, evaluates matchers, and reads pages and responses of merchants. After that, the process is ended, and an error names the task.',
  ),
  foreignMemoryBytes: bytes(
    256 * MIB,
    'Objects in the memory of that process. Beyond this, the process is ended, and an error names the task.',
  ),
  foreignOutputChars: characters(32 * MIB, 'Result of one task of that process. A larger one is refused.'),
  scenarioEvidenceChars: characters(
    64 * KIB,
    'A request or response kept with a step of a scenario. A longer one is cut and says so.',
  ),
  scenarioResultChars: characters(
    4 * MIB,
    'Messages kept with one run of a scenario. Those of later steps are left out.',
  ),

  // Exam
  examHosts: count(
    10,
    'Hosts other than this computer that one exam or run of scenarios may send to. More are refused.',
  ),
  examRequestChars: characters(
    16 * MIB,
    'Bodies of the requests of a merchant that an exam judges. If there are more, the latest are judged.',
  ),
  examResultChars: characters(
    8 * MIB,
    'Messages kept with one exam of the window. Those of later rules are left out.',
  ),
  checksAtOnce: count(8, 'Quick checks of the receiver that run at the same time. A further one is refused.'),
  checkResponseMs: ms(
    60_000,
    'Real time in which a message of a quick check must get a response. After that, the check has observed nothing.',
  ),
  checkedCallbacks: count(
    100,
    'Callbacks for which results of quick checks are kept. The oldest are dropped first.',
  ),

  // Previewed pages
  previewReportBytes: bytes(48 * KIB, 'Reports that a previewed page posts at a time. More get 413.'),
  previewReportsPerSecond: count(
    200,
    'Reports of one previewed page in a second, window messages included. The page counts the rest and does not send it.',
  ),
  previewReportBytesPerSecond: bytes(MIB, 'Reports of one previewed page in a second. More get 429.'),
  previewDataChars: characters(
    12 * KIB,
    'Data of one report of a previewed page. Longer data is cut and says so.',
  ),
  previewDataDepth: levels(
    32,
    'Nesting of the data of a report that is laid out as JSON. Deeper data is shown as it arrived.',
  ),
  shownRows: count(
    500,
    'Rows that one table of a message lays out: parameters, lines of a signature. The others are counted; the raw text has them all.',
  ),
  previewEntries: count(1000, 'Events that the preview shows. The oldest are dropped first.'),

  policySources: count(
    20,
    'Origins of return addresses that a previewed page may show in its frame. The others are left out of its policy.',
  ),

  // Notes of the tester
  annotationChars: characters(
    4000,
    'A note of the tester on a payment or a message. A longer one is refused.',
  ),
  labels: count(10, 'Labels of a payment or a message. More are refused.'),
  labelChars: characters(40, 'A label of a payment or a message. A longer one is refused.'),

  // Reports
  reportPayments: count(50, 'Payments of one report. More are refused.'),
  reportSteps: count(300, 'Steps of one payment in a report. The report says how many are left out.'),
  reportBodyChars: characters(
    65_536,
    'A body in a report. Only the beginning of a longer one is shown, with a sentence that says so.',
  ),
  reportChars: characters(
    4_000_000,
    'All bodies of a report together. Later ones are left out, each with a sentence that says so.',
  ),

  // Windows
  windows: count(20, 'Windows that customer pages have open at a time in the app.'),
  externalLinksPerMinute: count(
    10,
    'Addresses that pages hand to the system browser in a minute. More are refused and logged.',
  ),
  addressChars: characters(
    20_000,
    'A link to a place in the window. A longer one leads to a page that names the reason.',
  ),

  // Time
  mainThreadMs: ms(
    50,
    'One step of work on the main thread. Longer work is done in steps or in a worker thread.',
  ),
}

type LimitName = keyof typeof LIMIT_TABLE

/** The bounds by name, in the unit of {@link LIMIT_TABLE}. */
export const LIMITS: Readonly<Record<LimitName, number>> = Object.fromEntries(
  Object.entries(LIMIT_TABLE).map(([name, { value }]) => [name, value]),
) as Record<LimitName, number>
