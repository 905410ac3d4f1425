import type { IconName } from '#window/ui/Icon.tsx'

interface PartyProps {
  readonly x: number
  readonly width: number
  readonly icon: IconName
  readonly name: string
  readonly lines: readonly [string, string]
  readonly ours?: boolean
}

function PartyBox({ x, width, icon, name, lines, ours = false }: PartyProps) {
  return (
    <g className={ours ? 'party ours' : 'party'}>
      <rect x={x} y="24" width={width} height="96" rx="6" />
      <use href={`#i-${icon}`} x={x + 16} y="42" width="18" height="18" />
      <text className="b" x={x + 44} y="56">
        {name}
      </text>
      <text className={ours ? 'm' : 'q'} x={x + 16} y="84">
        {lines[0]}
      </text>
      <text className="q" x={x + 16} y="102">
        {lines[1]}
      </text>
    </g>
  )
}

interface StepProps {
  readonly number: number
  readonly from: number
  readonly to: number
  readonly y: number
}

function StepArrow({ number, from, to, y }: StepProps) {
  const back = to < from ? 7 : -7
  const middle = (from + to) / 2
  return (
    <g className="step">
      <line className="msg" x1={from} x2={to + back / 2} y1={y} y2={y} />
      <path className="tip" d={`M${to} ${y}l${back} -3.5v7z`} />
      <circle cx={middle} cy={y} r="10" />
      <text className="b" x={middle} y={y + 4} textAnchor="middle">
        {number}
      </text>
    </g>
  )
}

/** The three parties and their messages, in three steps. */
export function Picture({ api }: { readonly api: string }) {
  return (
    <figure>
      <svg
        className="draw pic"
        viewBox="0 0 880 132"
        role="img"
        aria-label="Your shop calls Paybench, Paybench plays the provider itself, and Paybench calls your shop back."
      >
        <PartyBox
          x={0}
          width={240}
          icon="shop"
          name="Your shop"
          lines={['signs requests, calls the API', 'answers callbacks']}
        />
        <PartyBox
          x={340}
          width={240}
          icon="mark"
          name="Paybench, the platform"
          lines={[api, 'checks, asks, decides, calls back']}
          ours
        />
        <PartyBox
          x={680}
          width={200}
          icon="bank"
          name="Provider and bank"
          lines={['played by Paybench', 'you choose the outcome']}
        />
        <StepArrow number={1} from={246} to={334} y={56} />
        <StepArrow number={2} from={586} to={674} y={72} />
        <StepArrow number={3} from={334} to={246} y={92} />
      </svg>
      <ol className="mid fr-steps">
        <li>
          <b>1</b> Your shop signs a request and calls the API.
        </li>
        <li>
          <b>2</b> Paybench plays provider and bank. You decide what they answer.
        </li>
        <li>
          <b>3</b> Signed callbacks come back to your address, with every retry.
        </li>
      </ol>
    </figure>
  )
}
