import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import parser from '@typescript-eslint/parser'
import importX from 'eslint-plugin-import-x'
import regexp from 'eslint-plugin-regexp'
import { RULES } from './rule-files.mjs'

/**
 * The architecture rules (CONTRIBUTING.md has reasons): each says in which files something is allowed. oxlint
 * finds the mistakes of the language (.oxlintrc.json).
 */
const SERVICES = ['registration', 'user', 'notification']
const TESTS = '**/tests/**'
const NOT_RULES = `./${RULES.replace('{', '!(').replaceAll(',', '|').replace('}', ')')}`
/** Files that may know MongoDB, besides services/platform/store. */
const STORAGE = 'services/{*/src/**/{repository,finder,record},platform/erasure/{repository,record}}.ts'
const PURE = 'Rules are pure: they import other rules, errors, time and services/platform/domain.'

/** The folders of services/platform, from the bottom to the top: each may import those before it. */
const LAYERS = ['domain', 'observability', 'contract', 'process', 'work']
/** They may import all layers, but not each other. */
const SIDES = ['store', 'messaging', 'http']
/** They may import everything in services/platform, and nothing there may import them. */
const TOP = ['foundation.ts', 'erasure']
/** They lie outside the layers: errors.ts imports nothing, config.ts only the domain. */
const LOOSE = ['foundation.ts', 'config.ts', 'errors.ts', 'README.md']
requireKnown()
const platform = (name) => `./services/platform/${name}`
const UPWARDS = 'A layer of services/platform does not import a higher one (eslint.config.mjs, LAYERS).'
const layerZones = [
  ...LAYERS.map((layer, i) => ({
    target: platform(layer),
    from: [...LAYERS.slice(i + 1), ...SIDES, ...TOP].map(platform),
    except: ['./generated'],
    message: UPWARDS,
  })),
  ...SIDES.map((side) => ({
    target: platform(side),
    from: [...SIDES.filter((other) => other !== side), ...TOP].map(platform),
    message: UPWARDS,
  })),
  {
    target: platform('{errors,config}.ts'),
    from: [...LAYERS.slice(1), ...SIDES, ...TOP].map(platform),
    except: ['./generated'],
    message: UPWARDS,
  },
  {
    target: [platform('errors.ts'), platform('domain')],
    from: platform('config.ts'),
    message: 'What is below config.ts does not depend on how a process is configured.',
  },
  { target: platform('errors.ts'), from: platform('domain'), message: UPWARDS },
]

/** A folder that no rule knows would be free of all of them, and a rule for one that is not there is none. */
function requireKnown() {
  const folder = join(import.meta.dirname, 'services/platform')
  const known = [...LAYERS, ...SIDES, ...TOP, ...LOOSE, 'tests']
  const isGenerated = (name) =>
    existsSync(join(folder, name, 'generated')) && readdirSync(join(folder, name)).length === 1
  const names = readdirSync(folder).filter((name) => !isGenerated(name))
  requireSame('services/platform', names, known)
}

function requireSame(folder, names, known) {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`eslint.config.mjs has no layer for ${folder}/${unknown[0]}`)
  const stale = known.filter((name) => !names.includes(name))
  if (stale.length > 0) throw new Error(`eslint.config.mjs names ${folder}/${stale[0]}, which is not there`)
}

/**
 * The folders at the top of the tree. Imports go one way: platform, services, local, testing, and then all
 * others.
 */
const ROOMS = ['./clients', './local', './testing', './contract-tests', './scripts']
const roomsFrom = (name) => ROOMS.slice(ROOMS.indexOf(name))
const services = (names) => names.map((name) => `./services/${name}`)
const withoutTests = (folder) => [`${folder}/*.ts`, `${folder}/!(tests)/**`]
const PROGRAMS = readdirSync(join(import.meta.dirname, 'scripts'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `./scripts/${name}`)
const ONE_WAY =
  'Imports go one way: platform, service, local, testing, then contract-tests, scripts and tests.'
const roomZones = [
  {
    target: withoutTests('./services/platform'),
    from: services(SERVICES),
    message: 'services/platform is used by all services and imports none of them.',
  },
  ...SERVICES.map((name) => ({
    target: `./services/${name}`,
    from: services(SERVICES.filter((other) => other !== name)),
    message: 'Services know each other by the contract only.',
  })),
  {
    target: [...withoutTests('./services/platform'), './services/*/src/**'],
    from: ROOMS,
    message: ONE_WAY,
  },
  { target: withoutTests('./local'), from: ['./clients', ...roomsFrom('./testing')], message: ONE_WAY },
  { target: './testing', from: roomsFrom('./contract-tests'), message: ONE_WAY },
  {
    target: ['./contract-tests/**', './services/*/tests/**', './local/tests/**', './clients/**/tests/**'],
    from: './scripts',
    message: 'Nothing imports a program: what others need of it belongs in local or testing.',
  },
  {
    target: ['./scripts/**', './services/*/tests/**', './local/tests/**', './clients/**/tests/**'],
    from: './contract-tests',
    message: 'Nothing imports contract-tests: what others need of them belongs in testing.',
  },
  ...PROGRAMS.map((program) => ({
    target: program,
    from: PROGRAMS.filter((other) => other !== program),
    message: 'Programs do not import each other: what both need belongs in local or testing.',
  })),
  {
    target: ['./clients/*/src/**', './clients/*/*.mjs'],
    from: ['./services', ...roomsFrom('./local')],
    message: 'Clients know the system by the contract only.',
  },
  {
    target: './clients/typescript',
    from: './clients/cli',
    message: 'clients/typescript does not import clients/cli.',
  },
]

/**
 * The folders of each service, and the files beside them that they import, in layers from the bottom to the
 * top: each may import the layers before it, but not its own. All other files beside the folders are above.
 */
const FEATURES = {
  registration: [
    ['errors.ts', 'config.ts'],
    ['clients'],
    ['courses'],
    ['registrations'],
    ['copies', 'reference'],
  ],
  user: [
    ['errors.ts', 'metrics.ts', 'config.ts'],
    ['groups'],
    ['users', 'person-jobs', 'service-accounts'],
    ['erasures', 'merges', 'scim'],
  ],
  notification: [
    ['error-classes.ts', 'errors.ts', 'metrics.ts', 'parse-id.ts'],
    ['clients', 'dispatch'],
    ['emails', 'webhooks', 'dead-letters', 'operators-page'],
  ],
}
/** Names the folders whose values it reads, and is read where a folder is composed. */
const CONFIGURED = { notification: ['config.ts'] }
const featureZones = SERVICES.flatMap((service) => {
  const inside = (name) => join(`services/${service}/src`, name)
  const layers = FEATURES[service]
  const known = [...layers.flat(), ...(CONFIGURED[service] ?? [])]
  const names = readdirSync(join(import.meta.dirname, inside('')))
  const above = names.filter((name) => !known.includes(name) && name.endsWith('.ts'))
  requireSame(inside(''), names, [...known, ...above])
  return layers.flatMap((layer, i) =>
    layer.map((name) => ({
      target: `./${inside(name)}`,
      from: [
        ...layers
          .slice(i)
          .flat()
          .filter((other) => other !== name),
        ...above,
      ].map((other) => `./${inside(other)}`),
      message: 'What is in a service imports lower layers only (eslint.config.mjs, FEATURES).',
    })),
  )
})

const mongooseImport = {
  name: 'mongoose',
  message: 'Only repository.ts, finder.ts, record.ts and services/platform/store import mongoose.',
}
/**
 * Importing the SDK loads it; observability/start-tracing.ts does so dynamically, if traces are asked for.
 */
const openTelemetryImport = {
  group: ['@opentelemetry/*', '**/opentelemetry.ts'],
  message:
    'Only services/platform/observability/{tracing,opentelemetry}.ts use OpenTelemetry: ' +
    'record spans with tracing.ts.',
}

const A_LOOP = ':matches(ForStatement, WhileStatement, DoWhileStatement)'

/**
 * What only its owners do. Timers, leases, batches and retries are mechanisms of which there is one for each
 * job: a second one is a second place for the same fault. An owner that does not do it is an error too.
 */
const OWNED = [
  {
    name: 'environment',
    selectors: ["MemberExpression[object.name='process'][property.name='env']"],
    message: 'process.env is read in main.ts only: configuration comes in through config.ts.',
    files: ['services/**/*.ts', 'clients/**/*.ts'],
    owners: ['services/*/src/main.ts', 'clients/cli/src/main.ts'],
  },
  {
    name: 'acknowledging',
    selectors: [
      'CallExpression[callee.property.name=/^(ack|nack|reject|ackAll|nackAll)$/]' +
        ":not([callee.object.name='Promise'])",
    ],
    message: 'Only services/platform/messaging/consumer.ts acknowledges messages.',
    owners: ['services/platform/messaging/consumer.ts'],
  },
  {
    name: 'constructing',
    selectors: [
      'NewExpression[callee.name=/^(Redis|Broker|Publisher|InternalService)$/]',
      "CallExpression[callee.name='createTransport']",
      "CallExpression[callee.property.name='createConnection']",
    ],
    message: 'Clients of servers are constructed where they can be replaced (CONTRIBUTING.md).',
    owners: [
      'services/platform/foundation.ts',
      'services/platform/store/{mongo,redis-client}.ts',
      'services/notification/src/service.ts',
    ],
  },
  {
    name: 'statuses',
    selectors: ["Property[key.name='status'] > Literal[raw=/^[45][0-9][0-9]$/]"],
    message: 'Only openapi/error-codes.yaml contains the statuses of errors.',
    owners: [],
  },
  {
    name: 'cursors',
    selectors: ["CallExpression[callee.property.name='cursor']"],
    message:
      'A cursor passes its errors by store/unavailable.ts, ' +
      'and a request would get a 500: read by queries with a limit.',
    owners: [],
  },
  {
    name: 'urls',
    selectors: [
      "NewExpression[callee.name='URL']:not([arguments.0.object.name='endpoint'])",
      "CallExpression[callee.object.name='URL']",
    ],
    message: 'services/platform/domain/server-url.ts parses the URLs of servers.',
    // Receivers of webhooks are no servers of the configuration.
    owners: ['services/notification/src/webhooks/endpoints/rules.ts'],
  },
  {
    name: 'clock',
    selectors: [
      "NewExpression[callee.name='Date'][arguments.length=0]",
      "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    ],
    message: 'Time is passed in.',
    files: [RULES],
    owners: [],
  },
  {
    name: 'timers',
    selectors: [
      'CallExpression[callee.name=/^set(Timeout|Interval|Immediate)$/]',
      'ImportDeclaration[source.value=/^(node:)?timers/]',
    ],
    message: 'Do it in a PeriodicTask, regularly or when woken; end what takes too long with withDeadline.',
    owners: [
      'services/platform/work/periodic-task.ts',
      'services/platform/{process/deadline,work/retry,work/batched}.ts',
      // The end of a process, and of its connections.
      'services/platform/process/run.ts',
      'services/platform/http/listen.ts',
      'services/notification/src/service.ts',
      // Replies of servers, and pauses before a server is tried again.
      'services/platform/messaging/{broker,publisher}.ts',
      'services/notification/src/emails/{pace,server-probe,smtp-mailer}.ts',
      'services/notification/src/webhooks/deliveries/{gate,http-client}.ts',
    ],
  },
  {
    name: 'leases',
    selectors: [
      "NewExpression[callee.name='Date'] Identifier[name=/lease/i]",
      "Property[key.name=/claim/i] > CallExpression[callee.name='randomUUID']",
    ],
    message: 'Due work is claimed and leased with DueRecords.',
    owners: [
      'services/platform/store/due-records.ts',
      // A request in progress, which the client repeats.
      'services/platform/store/idempotency-keys.ts',
    ],
  },
  {
    name: 'batches',
    selectors: ["ImportDeclaration[source.value='dataloader']"],
    message: 'Collect calls into batches with batched.',
    owners: ['services/platform/work/batched.ts'],
  },
  {
    name: 'retries',
    selectors: [
      `${A_LOOP} TryStatement`,
      `${A_LOOP} > BinaryExpression.test > Identifier[name=/attempt|tries|retr/i]`,
    ],
    message: 'Repeat what has failed with retry, and a lost race with retryUntilWritten.',
    owners: [
      'services/platform/work/retry.ts',
      'services/platform/work/retry-until-written.ts',
      // Until a server is there: the next node of a cluster, a probe that e-mails delay.
      'services/platform/messaging/broker.ts',
      'services/notification/src/emails/server-probe.ts',
    ],
  },
]

const owned = {
  rules: Object.fromEntries(
    OWNED.flatMap(({ name, selectors, message }) => [
      [
        name,
        { create: (context) => ({ [selectors.join(', ')]: (node) => context.report({ node, message }) }) },
      ],
      [`${name}-by-owner`, { create: (context) => requireUse(context, name, selectors) }],
    ]),
  ),
}

function requireUse(context, name, selectors) {
  let isUsed = false
  return {
    [selectors.join(', ')]: () => (isUsed = true),
    'Program:exit': (node) => {
      if (!isUsed) context.report({ node, message: `This owner of "${name}" (eslint.config.mjs) has none.` })
    },
  }
}

export default [
  { ignores: ['**/generated/**', '**/dist/**', '**/built/**', '.local/**'] },
  {
    files: [
      '{{services,clients,local,testing,contract-tests,scripts}/**/*.ts,{clients,testing,scripts}/**/*.mjs}',
    ],
    languageOptions: { parser },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver': { node: { extensions: ['.ts', '.mjs', '.json'] } } },
  },

  // oxfmt does not wrap texts, names of tests and comments.
  { files: ['**/*.{ts,mjs,js}'], rules: { 'max-len': ['error', { code: 110 }] } },

  // What a command says is in the contract; here is what differs.
  { files: ['clients/cli/src/operations/overrides.ts'], rules: { 'max-lines': ['error', 200] } },

  // Texts of callers, servers and files are matched: the cost of no pattern grows faster than the text.
  {
    files: ['{services,clients,local}/**/*.ts', '{services,local}/**/*.js', 'clients/**/*.mjs'],
    ignores: [TESTS],
    languageOptions: { parser },
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },

  // Which files may import which.
  {
    files: [
      '{{services,clients,local,testing,contract-tests,scripts}/**/*.ts,{clients,testing,scripts}/**/*.mjs}',
    ],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: import.meta.dirname,
          zones: [
            ...layerZones,
            ...roomZones,
            ...featureZones,
            { target: `./${RULES}`, from: NOT_RULES, message: PURE },
            {
              target: `./${RULES}`,
              from: './services/platform',
              except: ['./errors.ts', './domain'],
              message: PURE,
            },
          ],
        },
      ],
    },
  },
  {
    files: [RULES],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^[^.]', message: 'Rules need no package.' }] },
      ],
    },
  },

  // What only some files may do.
  ...OWNED.flatMap(({ name, files = ['services/**/*.ts'], owners }) => [
    {
      files,
      ignores: [...owners, TESTS],
      plugins: { owned },
      rules: { [`owned/${name}`]: 'error' },
    },
    ...owners.map((owner) => ({
      files: [owner],
      plugins: { owned },
      rules: { [`owned/${name}-by-owner`]: 'error' },
    })),
  ]),
  {
    files: ['services/**/*.ts'],
    ignores: [
      'services/platform/store/**',
      'services/platform/observability/{tracing,opentelemetry}.ts',
      STORAGE,
      RULES,
      TESTS,
    ],
    rules: {
      'no-restricted-imports': ['error', { paths: [mongooseImport], patterns: [openTelemetryImport] }],
    },
  },
  {
    files: ['services/platform/store/**/*.ts', STORAGE],
    rules: { 'no-restricted-imports': ['error', { patterns: [openTelemetryImport] }] },
  },
]
