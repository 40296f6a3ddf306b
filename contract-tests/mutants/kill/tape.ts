import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Arrived, BoundState, EventType, Provider, Returned } from '../../providers/provider.ts'
import { readPact } from '../../pact/pact.ts'
import { verify, type Verification } from '../../verify/verify.ts'
import type { RecordedAnswer } from '../../answers/exchange.ts'

/** What a provider did in one verification, in order. */
export interface Tape {
  readonly service: Provider['service']
  readonly states: readonly string[]
  readonly types: readonly EventType[]
  readonly pactFiles: readonly string[]
  readonly returned: readonly Returned[]
  readonly answers: readonly RecordedAnswer[]
  readonly messages: readonly Arrived[]
}

/** What a mutant makes of answers and messages. */
export interface Slipping {
  readonly answer: (request: { method: string; path: string }, answer: RecordedAnswer) => RecordedAnswer
  readonly message: (type: EventType, message: Arrived) => Arrived
}

/** Hop-by-hop, or wrong as soon as the body is another. */
const NOT_OURS = ['connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** Verifies pacts against the real provider and keeps what it did. @throws when it does not keep its pacts */
export async function recordTape(provider: Provider, pactFiles: readonly string[]): Promise<Tape> {
  const returned: Returned[] = []
  const answers: RecordedAnswer[] = []
  const messages: Arrived[] = []
  const kept = async <T>(shelf: T[], work: Promise<T>): Promise<T> => {
    const one = await work
    shelf.push(one)
    return one
  }
  const pass = (target: string) => async (request: IncomingMessage) =>
    kept(answers, forwarded(target, request))
  const { verification } = await verifiedThrough(provider, pactFiles, {
    setUp: (state) => (parameters) => kept(returned, state.setUp(parameters)),
    produce: (_type, produce) => kept(messages, produce()),
    answerAt: pass,
  })
  if (!verification.ok)
    throw new Error(`the ${provider.service} service breaks its pacts:\n${verification.output}`)
  return {
    service: provider.service,
    states: Object.keys(provider.states),
    types: Object.keys(provider.messages) as EventType[],
    pactFiles,
    returned,
    answers,
    messages,
  }
}

/** Verifies the same pacts once more, against what was kept and a mutant makes of it. */
export async function replayTape(tape: Tape, slipping: Slipping): Promise<Verification> {
  const [returned, answers, messages] = [
    tape.returned.values(),
    tape.answers.values(),
    tape.messages.values(),
  ]
  const next = <T>(shelf: Iterator<T>): T => {
    const { value, done } = shelf.next()
    if (done) throw new Error('the verification asks for more than before')
    return value
  }
  const nothing = () => Promise.resolve()
  const provider: Provider = {
    service: tape.service,
    publicUrl: '',
    internalUrl: 'internal',
    states: Object.fromEntries(
      tape.states.map((name) => [name, { setUp: () => Promise.resolve(next(returned)), tearDown: nothing }]),
    ),
    messages: Object.fromEntries(
      tape.types.map((type) => [type, () => Promise.resolve(slipping.message(type, next(messages)))]),
    ),
    stop: nothing,
  }
  const { verification } = await verifiedThrough(provider, tape.pactFiles, {
    setUp: (state) => state.setUp,
    produce: (_type, produce) => produce(),
    answerAt: () => async (request) => {
      const path = new URL(request.url ?? '', 'http://provider').pathname
      return Promise.resolve(slipping.answer({ method: request.method ?? 'GET', path }, next(answers)))
    },
  })
  return verification
}

interface Between {
  readonly setUp: (state: BoundState) => BoundState['setUp']
  readonly produce: (type: EventType, produce: () => Promise<Arrived>) => Promise<Arrived>
  readonly answerAt: (target: string) => (request: IncomingMessage) => Promise<RecordedAnswer>
}

/** Verifies with something of ours between the verifier and the provider. */
async function verifiedThrough(provider: Provider, pactFiles: readonly string[], between: Between) {
  const servers: Server[] = []
  const at = async (target: string): Promise<string> => {
    const server = await listening(between.answerAt(target))
    servers.push(server)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const { internalUrl } = provider
  try {
    const verification = await verify(
      {
        ...provider,
        publicUrl: await at(provider.publicUrl),
        ...(internalUrl === undefined ? {} : { internalUrl: await at(internalUrl) }),
        states: Object.fromEntries(
          Object.entries(provider.states).map(([name, state]) => [
            name,
            { setUp: between.setUp(state), tearDown: () => state.tearDown() },
          ]),
        ),
        messages: Object.fromEntries(
          Object.entries(provider.messages).map(([type, produce]) => [
            type,
            () => between.produce(type as EventType, produce),
          ]),
        ),
      },
      pactFiles.map(readPact),
    )
    return { verification }
  } finally {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  }
}

async function listening(answer: (request: IncomingMessage) => Promise<RecordedAnswer>): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(request).then(
      ({ status, headers, body }) => {
        response.statusCode = status
        for (const [name, value] of Object.entries(headers))
          if (!NOT_OURS.includes(name)) response.setHeader(name, value)
        response.end(body === undefined ? undefined : JSON.stringify(body))
      },
      (error: unknown) => response.destroy(error as Error),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function forwarded(target: string, request: IncomingMessage): Promise<RecordedAnswer> {
  const { host: _host, connection: _connection, ...headers } = request.headers
  const body = await buffer(request)
  const answer = await fetch(`${target}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    redirect: 'manual',
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    ...(text === '' ? {} : { body: JSON.parse(text) as unknown }),
  }
}

/** The descriptions of the interactions that failed. */
export function failuresIn({ output }: Verification): string[] {
  return [...output.matchAll(/^\d+\) Verifying a pact between .+? - (.+)$/gm)].map(
    ([, description]) => description ?? '',
  )
}
