import parser from '@typescript-eslint/parser'
import importX from 'eslint-plugin-import-x'

/** The architecture rules (CONTRIBUTING.md lists them with their reasons): each says in which files something is allowed. oxlint finds the mistakes of the language (.oxlintrc.json). */
const SERVICES = ['registration', 'user', 'notification']
const TESTS = '**/tests/**'
/** Files that contain only rules, in any feature folder. */
const RULES =
  'services/*/src/**/{rules,errors,merge-keys,merge-plan,identification,message-id,address,mail}.ts'
const NOT_RULES =
  './services/*/src/**/!(rules|errors|merge-keys|merge-plan|identification|message-id|address|mail).ts'
/** Files that may know MongoDB, besides services/shared/store. */
const STORAGE = 'services/{*/src,shared/erasure}/**/{repository,record}.ts'
const PURE = 'Rules are pure: they import other rules, errors, time and services/shared/domain.'

/** The folders of services/shared: each layer may import those before it; SIDES may import all layers, but not each other. */
const LAYERS = ['domain', 'contract', 'process']
const SIDES = ['store', 'messaging', 'http']
/** They may import everything in services/shared, and nothing there may import them. */
const TOP = ['foundation.ts', 'clients', 'erasure']
const shared = (name) => `./services/shared/${name}`
const UPWARDS = 'A layer of services/shared does not import a higher one (eslint.config.mjs, LAYERS).'
const layerZones = [
  ...LAYERS.map((layer, i) => ({
    target: shared(layer),
    from: [...LAYERS.slice(i + 1), ...SIDES, ...TOP].map(shared),
    except: ['./generated'],
    message: UPWARDS,
  })),
  ...SIDES.map((side) => ({
    target: shared(side),
    from: [...SIDES.filter((other) => other !== side), ...TOP].map(shared),
    message: UPWARDS,
  })),
  {
    target: shared('!(foundation).ts'),
    from: [...LAYERS, ...SIDES, 'clients', 'erasure'].map(shared),
    except: ['./generated'],
    message: UPWARDS,
  },
]

const nowhereBut = (message, selector) => ({ selector, message })

const processEnv = nowhereBut(
  'process.env is read in main.ts only: configuration comes in through config.ts.',
  "MemberExpression[object.name='process'][property.name='env']",
)
const acknowledging = nowhereBut(
  'Only services/shared/messaging/consumer.ts acknowledges messages.',
  "CallExpression[callee.property.name=/^(ack|nack|reject|ackAll|nackAll)$/]:not([callee.object.name='Promise'])",
)
const constructing = nowhereBut(
  'Clients of servers are constructed in service.ts or in shared/foundation.ts only.',
  'NewExpression[callee.name=/^(Redis|Broker|Publisher|InternalService)$/], CallExpression[callee.property.name=/^(createConnection|createTransport)$/]',
)
const errorStatus = nowhereBut(
  'Only openapi/error-codes.yaml contains the statuses of errors.',
  "Property[key.name='status'] > Literal[raw=/^[45][0-9][0-9]$/]",
)
const cursors = nowhereBut(
  'A cursor passes its errors by store/unavailable.ts, and a request would get a 500: read by queries with a limit.',
  "CallExpression[callee.property.name='cursor']",
)
/** A receiver of webhooks is no server of the configuration: its URL is read by the class URL. */
const serverUrls = nowhereBut(
  'services/shared/server-url.ts parses the URLs of servers.',
  "NewExpression[callee.name='URL']:not([arguments.0.object.name='endpoint']), CallExpression[callee.object.name='URL']",
)
const mongooseImport = {
  name: 'mongoose',
  message: 'Only repository.ts, record.ts and services/shared/store import mongoose.',
}
/** Importing it loads the SDK; process/start-tracing.ts does so dynamically, if traces are asked for. */
const openTelemetryImport = {
  group: ['@opentelemetry/*', '**/opentelemetry.ts'],
  message:
    'Only services/shared/process/opentelemetry.ts uses OpenTelemetry; record spans with shared/tracing.ts.',
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
      'services/shared/process/periodic-task.ts',
      'services/shared/{deadline,retry,batch-per-tick}.ts',
      // The end of a process, and of its connections.
      'services/shared/process/run.ts',
      'services/shared/http/listen.ts',
      'services/notification/src/service.ts',
      // Replies of servers, and pauses before a server is tried again.
      'services/shared/messaging/{broker,publisher}.ts',
      'services/notification/src/mail/smtp-mailer.ts',
      'services/notification/src/webhook-deliveries/http-client.ts',
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
      'services/shared/store/due-records.ts',
      // A request in progress, which the client repeats.
      'services/shared/store/idempotency-keys.ts',
    ],
  },
  {
    name: 'batches',
    selectors: ["ImportDeclaration[source.value='dataloader']"],
    message: 'Calls are batched with batchPerTick.',
    owners: ['services/shared/batch-per-tick.ts'],
  },
  {
    name: 'retries',
    selectors: [
      `${A_LOOP} TryStatement`,
      `${A_LOOP} > BinaryExpression.test > Identifier[name=/attempt|tries|retr/i]`,
    ],
    message: 'Repeat what has failed with retry, and a lost race with retryUntilWritten.',
    owners: [
      'services/shared/retry.ts',
      'services/shared/store/retry-until-written.ts',
      // Until a server is there: the next node of a cluster, a probe that e-mails delay.
      'services/shared/messaging/broker.ts',
      'services/notification/src/mail/smtp-mailer.ts',
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
  // No architecture rule applies to these files, so they are not read.
  {
    ignores: [
      '**/generated/**',
      '**/dist/**',
      '.local/**',
      TESTS,
      'testing/**',
      'contract-tests/**',
      'scripts/**',
    ],
  },
  {
    files: ['{services,clients}/**/*.ts'],
    languageOptions: { parser },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver': { node: { extensions: ['.ts', '.mjs', '.json'] } } },
  },

  // Which files may import which.
  {
    files: ['services/**/*.ts'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: import.meta.dirname,
          zones: [
            ...layerZones,
            {
              target: './services/shared',
              from: SERVICES.map((name) => `./services/${name}`),
              message: 'services/shared is used by all services and imports none of them.',
            },
            ...SERVICES.map((name) => ({
              target: `./services/${name}`,
              from: SERVICES.filter((other) => other !== name).map((other) => `./services/${other}`),
              message: 'Services know each other by the contract only.',
            })),
            { target: `./${RULES}`, from: NOT_RULES, message: PURE },
            {
              target: `./${RULES}`,
              from: './services/shared',
              except: ['./errors.ts', './domain', './time.ts'],
              message: PURE,
            },
            { target: './services', from: './scripts', message: 'Services do not import scripts.' },
          ],
        },
      ],
    },
  },
  {
    files: ['clients/**/*.ts'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: import.meta.dirname,
          zones: [
            {
              target: './clients',
              from: ['./services', './scripts'],
              message: 'Clients know the system by the contract only.',
            },
            {
              target: './clients/typescript',
              from: './clients/cli',
              message: 'clients/typescript does not import clients/cli.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['clients/**/*.ts'],
    ignores: ['clients/cli/src/main.ts'],
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
    ignores: ['services/*/src/main.ts', RULES],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[processEnv, acknowledging, constructing, errorStatus, cursors, serverUrls],
      ],
    },
  },
  {
    files: ['services/*/src/service.ts', 'services/shared/foundation.ts'],
    rules: {
      'no-restricted-syntax': ['error', processEnv, acknowledging, errorStatus, serverUrls],
    },
  },
  {
    // These files construct the clients; foundation.ts and service.ts use them.
    files: [
      'services/shared/store/{mongo,redis-client}.ts',
      'services/*/src/clients/*.ts',
      'services/notification/src/mail/smtp-*.ts',
    ],
    rules: {
      'no-restricted-syntax': ['error', processEnv, acknowledging, errorStatus, serverUrls],
    },
  },
  {
    files: ['services/shared/messaging/consumer.ts'],
    rules: { 'no-restricted-syntax': ['error', processEnv, constructing, errorStatus] },
  },
  {
    files: ['services/**/*.ts'],
    ignores: ['services/shared/store/**', 'services/shared/process/opentelemetry.ts', STORAGE, RULES],
    rules: {
      'no-restricted-imports': ['error', { paths: [mongooseImport], patterns: [openTelemetryImport] }],
    },
  },
  ...MECHANISMS.map(({ name, owners }) => ({
    files: ['services/**/*.ts'],
    ignores: owners,
    plugins: { mechanisms },
    rules: { [`mechanisms/${name}`]: 'error' },
  })),
  {
    files: ['services/shared/store/**/*.ts', STORAGE],
    rules: { 'no-restricted-imports': ['error', { patterns: [openTelemetryImport] }] },
  },
]
