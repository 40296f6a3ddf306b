import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import parser from '@typescript-eslint/parser'
import importX from 'eslint-plugin-import-x'

/**
 * The architecture rules (CONTRIBUTING.md lists them with their reasons): each says in which files something
 * is allowed. oxlint finds the mistakes of the language (.oxlintrc.json).
 */
const SERVICES = ['registration', 'user', 'notification']
const TESTS = '**/tests/**'
/** Files that contain only rules, in any feature folder. */
const RULES =
  'services/*/src/**/{rules,errors,merge-keys,merge-plan,identification,message-id,address,mail}.ts'
const NOT_RULES =
  './services/*/src/**/!(rules|errors|merge-keys|merge-plan|identification|message-id|address|mail).ts'
/** Files that may know MongoDB, besides services/platform/store. */
const STORAGE = 'services/{*/src,platform/erasure}/**/{repository,finder,record}.ts'
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

/** A folder that no rule knows would be free of all of them. */
function requireKnown() {
  const folder = join(import.meta.dirname, 'services/platform')
  const known = [...LAYERS, ...SIDES, ...TOP, ...LOOSE, 'tests']
  const isGenerated = (name) =>
    existsSync(join(folder, name, 'generated')) && readdirSync(join(folder, name)).length === 1
  const unknown = readdirSync(folder).filter((name) => !known.includes(name) && !isGenerated(name))
  if (unknown.length > 0)
    throw new Error(
      `eslint.config.mjs has no layer for ${unknown.map((name) => `services/platform/${name}`).join(', ')}`,
    )
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
 * In the notification service: what e-mails and webhooks share knows neither, and they do not know each
 * other.
 */
const NOT_FOR = {
  deliveries: ['emails', 'webhooks', 'dead-letters'],
  emails: ['webhooks'],
  webhooks: ['emails'],
}
const notification = (name) => `./services/notification/src/${name}`
const featureZones = Object.entries(NOT_FOR).map(([feature, others]) => ({
  target: notification(feature),
  from: others.map(notification),
  message: 'E-mails and webhooks share deliveries/, which imports neither; they do not import each other.',
}))

const nowhereBut = (message, selector) => ({ selector, message })

const processEnv = nowhereBut(
  'process.env is read in main.ts only: configuration comes in through config.ts.',
  "MemberExpression[object.name='process'][property.name='env']",
)
const acknowledging = nowhereBut(
  'Only services/platform/messaging/consumer.ts acknowledges messages.',
  'CallExpression[callee.property.name=/^(ack|nack|reject|ackAll|nackAll)$/]' +
    ":not([callee.object.name='Promise'])",
)
const constructing = nowhereBut(
  'Clients of servers are constructed in service.ts or in platform/foundation.ts only.',
  'NewExpression[callee.name=/^(Redis|Broker|Publisher|InternalService)$/], ' +
    'CallExpression[callee.property.name=/^(createConnection|createTransport)$/]',
)
const errorStatus = nowhereBut(
  'Only openapi/error-codes.yaml contains the statuses of errors.',
  "Property[key.name='status'] > Literal[raw=/^[45][0-9][0-9]$/]",
)
const cursors = nowhereBut(
  'A cursor passes its errors by store/unavailable.ts, ' +
    'and a request would get a 500: read by queries with a limit.',
  "CallExpression[callee.property.name='cursor']",
)
/** A receiver of webhooks is no server of the configuration: its URL is read by the class URL. */
const serverUrls = nowhereBut(
  'services/platform/domain/server-url.ts parses the URLs of servers.',
  "NewExpression[callee.name='URL']:not([arguments.0.object.name='endpoint']), " +
    "CallExpression[callee.object.name='URL']",
)
const mongooseImport = {
  name: 'mongoose',
  message: 'Only repository.ts, finder.ts, record.ts and services/platform/store import mongoose.',
}
/**
 * Importing it loads the SDK; observability/start-tracing.ts does so dynamically, if traces are asked for.
 */
const openTelemetryImport = {
  group: ['@opentelemetry/*', '**/opentelemetry.ts'],
  message:
    'Only services/platform/observability/opentelemetry.ts uses OpenTelemetry; ' +
    'record spans with platform/observability/tracing.ts.',
}

const A_LOOP = ':matches(ForStatement, WhileStatement, DoWhileStatement)'

/**
 * The mechanisms of which there is one for each job, and the files that own them. Everything else uses these:
 * a second mechanism for the same job is a second place for the same fault.
 */
const MECHANISMS = [
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
      'services/notification/src/emails/smtp-mailer.ts',
      'services/notification/src/webhooks/deliveries/http-client.ts',
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
      'services/notification/src/emails/smtp-mailer.ts',
    ],
  },
]

const mechanisms = {
  rules: Object.fromEntries(
    MECHANISMS.map(({ name, selectors, message }) => [
      name,
      { create: (context) => ({ [selectors.join(', ')]: (node) => context.report({ node, message }) }) },
    ]),
  ),
}

export default [
  { ignores: ['**/generated/**', '**/dist/**', '**/built/**', '.local/**'] },
  {
    files: ['{services,clients,local,testing,contract-tests,scripts}/**/*.{ts,mjs}'],
    languageOptions: { parser },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver': { node: { extensions: ['.ts', '.mjs', '.json'] } } },
  },

  // oxfmt does not wrap texts, names of tests and comments.
  { files: ['**/*.{ts,mjs,js}'], rules: { 'max-len': ['error', { code: 110 }] } },

  // Which files may import which.
  {
    files: ['{services,clients,local,testing,contract-tests,scripts}/**/*.{ts,mjs}'],
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
    files: ['clients/**/*.ts'],
    ignores: ['clients/cli/src/main.ts', TESTS],
    rules: { 'no-restricted-syntax': ['error', processEnv] },
  },
  {
    files: [RULES],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^[^.]', message: 'Rules need no package.' }] },
      ],
      'no-restricted-syntax': [
        'error',
        processEnv,
        acknowledging,
        constructing,
        errorStatus,
        nowhereBut('Time is passed in.', "NewExpression[callee.name='Date'][arguments.length=0]"),
        nowhereBut(
          'Time is passed in.',
          "CallExpression[callee.object.name='Date'][callee.property.name='now']",
        ),
      ],
    },
  },

  // What only some files may do.
  {
    files: ['services/**/*.ts'],
    ignores: ['services/*/src/main.ts', RULES, TESTS],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[processEnv, acknowledging, constructing, errorStatus, cursors, serverUrls],
      ],
    },
  },
  {
    files: ['services/*/src/service.ts', 'services/platform/foundation.ts'],
    rules: {
      'no-restricted-syntax': ['error', processEnv, acknowledging, errorStatus, serverUrls],
    },
  },
  {
    // These files construct the clients; foundation.ts and service.ts use them.
    files: [
      'services/platform/store/{mongo,redis-client}.ts',
      'services/*/src/clients/*.ts',
      'services/notification/src/emails/smtp-*.ts',
    ],
    rules: {
      'no-restricted-syntax': ['error', processEnv, acknowledging, errorStatus, serverUrls],
    },
  },
  {
    files: ['services/platform/messaging/consumer.ts'],
    rules: { 'no-restricted-syntax': ['error', processEnv, constructing, errorStatus] },
  },
  {
    files: ['services/**/*.ts'],
    ignores: [
      'services/platform/store/**',
      'services/platform/observability/opentelemetry.ts',
      STORAGE,
      RULES,
      TESTS,
    ],
    rules: {
      'no-restricted-imports': ['error', { paths: [mongooseImport], patterns: [openTelemetryImport] }],
    },
  },
  ...MECHANISMS.map(({ name, owners }) => ({
    files: ['services/**/*.ts'],
    ignores: [...owners, TESTS],
    plugins: { mechanisms },
    rules: { [`mechanisms/${name}`]: 'error' },
  })),
  {
    files: ['services/platform/store/**/*.ts', STORAGE],
    rules: { 'no-restricted-imports': ['error', { patterns: [openTelemetryImport] }] },
  },
]
