import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../local/support/files.ts'
import { client, type Client } from '../../testing/client.ts'
import { startSystem, type System } from '../../testing/clients/system.ts'
import { eventually } from '../../testing/eventually.ts'
import { freshDatabaseUrl } from '../../testing/isolated.ts'
import { startMailServer, type MailServer } from '../../testing/notification/mail-server.ts'
import { openPublisher } from '../../testing/notification/messages.ts'
import { expectBody } from '../../testing/portal.ts'
import { startProcess } from '../../testing/processes.ts'
import { respondWith, startReceiver, type Receiver } from '../../testing/receiver.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'
import { putCourse, register } from './registration.ts'
import { rowOf } from './rows.ts'

const PAGES = join(ROOT, 'docs/operations')
const textOf = (page: string) => readFileSync(join(PAGES, page), 'utf8')
const FUNCTIONS = /^```sh\n([^]*?^logs\(\)[^]*?)^```/m.exec(textOf('README.md'))?.[1] ?? ''

/** What each runbook says to run that needs no cluster: whole samples, and commands within its sentences. */
const COMMANDS = new Map(
  textOf('monitor.md')
    .split(/^### /m)
    .slice(1)
    .map((section): [string, string[]] => {
      const [alert = ''] = section.split('\n')
      const found = section.matchAll(/^ *```sh\n([^]*?)^ *```|`((?:operator|ready|logs|rollcall) [^`]+)`/gm)
      return [alert, [...found].map(([, sample, inline = '']) => sample ?? inline)]
    })
    .filter(([, commands]) => commands.length > 0),
)

/** Longer than the minute after which the reason of an outage is logged again. */
const MAX_OUTAGE_MS = 120_000

/** Stands in for the cluster: the pod of a service is its process. */
const KUBECTL = `#!/bin/bash
case "$3" in
get) echo "pod/\${6##*=}" ;;
logs) cat "\${5##*=}.log" ;;
exec)
  . "\${4##*[-/]}.env"
  while [ "$1" != -- ]; do shift; done
  shift
  exec "$@" ;;
esac
`
const ROLLCALL = `#!/bin/bash
exec ${process.execPath} ${join(ROOT, 'clients/cli/dist/src/main.js')} "$@"
`

rowOf('runbooks', 'The runbooks, at the moment of their alerts', () => {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-runbooks-'))
  const proxies = new Map<string, Awaited<ReturnType<typeof tcpProxy>>>()
  let system: System
  let caller: Client
  let accountId: number
  let mailServer: MailServer
  let receiver: Receiver

  async function throughProxy(name: string, url: string): Promise<string> {
    const proxy = await tcpProxy(url)
    proxies.set(name, proxy)
    return proxy.url
  }

  beforeAll(async () => {
    mailServer = await startMailServer()
    receiver = await startReceiver(respondWith(500))
    const databases: Record<string, string> = {}
    for (const name of ['registration', 'user', 'notification'])
      databases[name] = await throughProxy(`mongodb of ${name}`, freshDatabaseUrl())
    system = await startSystem({
      startProcess,
      databaseUrl: (service) => databases[service] as string,
      wayTo: (name, url) =>
        name === 'user' ? Promise.resolve(url) : throughProxy(name, name === 'smtp' ? mailServer.url : url),
    })
    expectBody(await system.operator.put('/admin/groups/1/', { name: 'Everyone', parentId: null }), 201)
    await putCourse(system.operator)
    const issued = await system.issueKey()
    accountId = issued.accountId
    caller = client(system.url, issued.credential)
    for (const [name, text] of Object.entries({ kubectl: KUBECTL, rollcall: ROLLCALL })) {
      writeFileSync(join(dir, name), text)
      chmodSync(join(dir, name), 0o755)
    }
    for (const [service, { operatorUrl, healthUrl }] of Object.entries(system.processes)) {
      const ports = { OPERATOR_PORT: new URL(operatorUrl).port, ADMIN_PORT: new URL(healthUrl).port }
      const lines = Object.entries({ OPERATOR_TOKENS: system.operatorToken, ...ports })
      writeFileSync(
        join(dir, `${service}.env`),
        lines.map(([name, value]) => `export ${name}=${value}\n`).join(''),
      )
    }
  }, 240_000)
  afterAll(async () => {
    for (const proxy of proxies.values()) proxy.heal()
    await system?.stop()
    for (const proxy of proxies.values()) await proxy.stop()
    await mailServer?.stop()
    await receiver?.stop()
    rmSync(dir, { recursive: true })
  })

  /** Runs a command of a runbook. */
  async function printed(command: string): Promise<string> {
    for (const [service, { output }] of Object.entries(system.processes)) {
      const lines = output().replaceAll(/^(?=.)/gm, `[pod/${service}] `)
      writeFileSync(join(dir, `${service}.log`), lines)
    }
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      PATH: `${dir}:${process.env['PATH']}`,
      ROLLCALL_ADMIN_URL: system.adminUrl,
      ROLLCALL_OPERATOR_TOKEN: system.operatorToken,
    }
    // A person confirms what sends.
    const script = `${FUNCTIONS}\n${command.replace(/^rollcall deliveries retry .*/, '$& --yes')}`
    const run = promisify(execFile)('bash', ['-c', script], { cwd: dir, env })
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
    return stdout + stderr
  }

  type Id = number | string | void
  interface Drill {
    /** Makes the alert come. @returns the id that the commands leave open */
    readonly cause: () => Id | Promise<Id>
    /** What the commands print, one after the other. */
    readonly prints: readonly RegExp[]
  }

  const away = (...names: readonly string[]) => {
    for (const name of names) proxies.get(name)?.cut()
  }
  /** Registers a person to whom the mail server responds like this. */
  async function registered(email: string, behaviour: Parameters<MailServer['behave']>[0]) {
    mailServer.behave(behaviour, email)
    return await register(caller, email)
  }
  async function deliveryOf(id: number, status: object) {
    return await eventually(async () => {
      const [one] = expectBody(await system.operator.get(`/admin/deliveries/?registrationId=${id}`), 200)
      expect(one).toMatchObject(status)
      return one.id as string
    })
  }
  /** An endpoint whose receiver fails, with an event. */
  async function failingEndpoint() {
    const made = await caller.post('/webhook-endpoints/', {
      url: receiver.url,
      events: ['registration.created'],
    })
    const { id } = expectBody(made, 201)
    await registered(`webhook-${id}@example.org`, 'accept')
    await eventually(async () => {
      const path = `/admin/webhook-deliveries/?endpointId=${id}&status=pending`
      expect(expectBody(await system.operator.get(path), 200)).toHaveLength(1)
    })
    return id as number
  }
  let endpointId: number

  const DRILLS: Readonly<Record<string, Drill>> = {
    RollcallNoisyAccount: {
      cause: async () => {
        for (let i = 0; i < 3; i++) await caller.get('/registrations/')
        return accountId
      },
      prints: [/"name":"HR sync"/, /3 "operation":"listRegistrations"/, /60/],
    },
    RollcallDeadLetters: {
      cause: async () => {
        const publisher = await openPublisher(system.rabbitmqUrl)
        await publisher.raw('no JSON')
        await publisher.close()
        return await eventually(async () => {
          const [one] = expectBody(await system.operator.get('/admin/dead-letters/?waiting=true'), 200)
          return one.id as string
        })
      },
      prints: [/^200 .*"reason":"[^"]+/, /^20\d /, /^200 .*"done":/],
    },
    RollcallMailsWaiting: {
      cause: async () => {
        const { id } = await registered('waiting@example.org', '450 mailbox busy')
        await deliveryOf(id, { status: 'queued', attempts: 1 })
      },
      prints: [/^200 .*"lastError":"[^"]*450 mailbox busy/],
    },
    RollcallMailsRefused: {
      cause: async () => {
        const { id } = await registered('refused@example.org', '550 no such user')
        await deliveryOf((await registered('also@example.org', '550 no such user')).id, { status: 'failed' })
        return await deliveryOf(id, { status: 'failed' })
      },
      prints: [/^200 .*"lastError":"[^"]*550 no such user/, /^201 /, /retried +\d/],
    },
    RollcallMailsUnconfirmed: {
      cause: async () => {
        const { id } = await registered('lost@example.org', 'drop')
        await deliveryOf(id, { possiblySent: true })
      },
      prints: [/^200 .*"messageId":"[^"]+".*"possiblySent":true/],
    },
    RollcallMailsAwaitingReply: {
      cause: async () => {
        const { id } = await registered('stalled@example.org', 'stall')
        await deliveryOf(id, { status: 'sending' })
      },
      prints: [/"level":/],
    },
    RollcallMailsInterrupted: {
      cause: async () => {
        mailServer.acceptStalled()
        const { id } = await registered('load@example.org', '421 too many')
        await deliveryOf(id, { lastError: expect.stringContaining('421') })
      },
      prints: [/limits of e-mails .*421 too many/],
    },
    RollcallKeysExpiring: {
      cause: async () => {
        const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
        const path = `/admin/service-accounts/${accountId}/keys/`
        const { keyId, secret } = expectBody(await system.operator.post(path, { expiresAt }), 201)
        await client(system.url, { 'x-api-key': keyId, 'x-api-secret': secret }).get('/registrations/')
        await eventually(async () => expect(await printed('rollcall keys list --expiring')).toContain(keyId))
      },
      prints: [/rck_/],
    },
    RollcallWebhookEndpointsFailing: {
      cause: async () => void (endpointId = await failingEndpoint()),
      prints: [/^200 .*"failingSince":"/, /^200 .*"reason":"[^"]*500/],
    },
    RollcallWebhooksLate: {
      cause: () => endpointId,
      prints: [/^200 .*"status":"pending"/, /^20\d /, /secretUsable|secret/i],
    },
    RollcallWebhookEndpointsDisabled: { cause: () => undefined, prints: [/^200 .*"disabledAt":"/] },
    RollcallDependencyUnavailable: {
      // The alert comes minutes later, and the command looks back for minutes: the reason must come again.
      cause: async () => {
        away('redis')
        await eventually(() => {
          const log = system.processes.registration.output()
          const reasons = log.match(/"dependency":"redis","reason":"[^"]+"/g) ?? []
          expect(reasons.length).toBeGreaterThan(new Set(reasons).size)
        }, MAX_OUTAGE_MS)
      },
      prints: [/"dependency":"redis","reason":"[^"]+/],
    },
    RollcallLimitsLocal: { cause: () => away('redis'), prints: [/pod\/registration .*redis/] },
    RollcallStalled: {
      cause: () => away('rabbitmq'),
      prints: [/"queues":.*"pendingEvents":/s, /^$/],
    },
    RollcallErrors: {
      cause: () => away('mongodb of registration', 'mongodb of user'),
      // No line: there is no fault of the program.
      prints: [/pod\/registration .*mongodb/, /pod\/user .*mongodb/, /^$/],
    },
    RollcallRolloutStuck: { cause: () => away('mongodb of user'), prints: [/pod\/user .*mongodb/] },
  }

  it('are all drilled', () => expect(Object.keys(DRILLS).toSorted()).toEqual([...COMMANDS.keys()].toSorted()))

  it.each(Object.entries(DRILLS))(
    '%s: each command says what its sentence promises',
    async (alert, { cause, prints }) => {
      const id = await cause()
      const commands = COMMANDS.get(alert) ?? []
      expect(commands).toHaveLength(prints.length)
      for (const [i, command] of commands.entries())
        await eventually(
          async () => expect(await printed(command.replaceAll(/\bID\b/g, String(id)))).toMatch(prints[i]!),
          20_000,
        )
    },
    240_000,
  )
})
