/**
 * What each command runs: a file with its arguments, under the environment `env` unless that is set
 * otherwise. Plain JavaScript, because bootstrap.mjs reads it before anything is installed.
 */

const TEST = 'scripts/test/main.ts'
/** Without types, lint and the like: they would take the processors from what is measured. */
const TESTS_ONLY = `${TEST} --tests-only`

/** `npm run check -- NAME [arguments]`: what `npm test` leaves out, does in small, or does among all else. */
export const CHECKS = {
  breaking: {
    does: 'compares the contract with the last released one, and fails if a change breaks a client',
    run: 'contract-tests/compatibility/main.ts',
  },
  charts: {
    does: 'tests the charts, the workflows and the check for breaking changes, and builds the tools for it',
    run: `${TESTS_ONLY} scripts/charts scripts/release contract-tests/compatibility`,
    env: { BUILD_TOOLS: 'all' },
  },
  cluster: {
    does: 'installs Rollcall on a cluster, upgrades, evicts and scales it under load',
    run: 'scripts/cluster/main.ts',
  },
  contract: { does: 'lints the contract', run: 'scripts/generate/lint.ts' },
  cost: {
    does: 'finds what a request, a file, a response or many callers may cost too much',
    run: `${TESTS_ONLY} contract-tests/adversaries/cost`,
    env: { COST_SECONDS: '480' },
  },
  crash: {
    does: 'ends processes at writes (CRASH_SECONDS, CRASH_SEED, CRASH_OPERATION; CRASH_CASE repeats one)',
    run: `${TESTS_ONLY} contract-tests/adversaries/crash`,
    env: { CRASH_SECONDS: '600' },
  },
  erasure: {
    does: 'erases a person while each thing happens that could bring them back',
    run: `${TESTS_ONLY} clients/cli/tests/erasure.test.ts`,
    env: { ERASURES: 'all' },
  },
  generated: { does: 'finds outdated generated files', run: 'scripts/generate/main.ts --check' },
  go: {
    does: 'generates clients for Go, compiles them, and reads responses of a later release with them',
    run: 'scripts/generate/go-clients/main.ts',
  },
  groups: {
    does: 'measures lists, moves and long jobs with 100,000 groups and a million registrations',
    run:
      `${TESTS_ONLY} services/user/tests/many-groups.test.ts ` +
      'services/registration/tests/many-groups.test.ts ' +
      'services/registration/tests/moved-groups.test.ts services/registration/tests/long-jobs.test.ts',
    env: {
      GROUP_COUNT: '100000',
      REGISTRATIONS: '1000000',
      MOVED_REGISTRATIONS: '100000',
      COURSE_REGISTRATIONS: '100000',
    },
  },
  history: {
    does: 'imports 100,000 registrations while the command is killed three times, and compares the counts',
    run: `${TESTS_ONLY} clients/cli/tests/import-history.test.ts`,
    env: { HISTORY_ROWS: '100000' },
  },
  hung: {
    does: 'proves for every operation on a server that nothing waits for ever if it never settles',
    run: `${TESTS_ONLY} hung-`,
    env: { HUNG_OPERATIONS: 'all' },
  },
  isolation: {
    does: 'measures webhooks and e-mails beside 500 receivers that never respond',
    run: `${TESTS_ONLY} services/notification/tests/isolation.test.ts`,
    env: { HANGING_RECEIVERS: '500' },
  },
  models: {
    does: 'checks the models in docs/models with SPIN',
    run: 'scripts/models/main.ts',
  },
  mongodb: {
    does: 'says whether Rollcall can use the MongoDB at a URL',
    run: 'local/check-mongodb.ts',
  },
  mutations: {
    does: 'changes the rules in one place at a time, and runs the tests that must notice it (Stryker)',
    run: 'scripts/test/mutations-main.ts',
  },
  neighbours: {
    does: 'runs Rollcall beside software from Debian that stands around it, all or what is named',
    run: 'contract-tests/neighbours/main.ts',
  },
  pages: {
    does: 'drives the reference, the guides and the page for operators in Chromium',
    run: `${TESTS_ONLY} local/tests/pages.test.ts local/tests/operators-page`,
    env: { PAGES: 'true' },
  },
  python: {
    does: 'tests the client for Python, with what it needs from PyPI',
    run: `${TESTS_ONLY} clients/python`,
    env: { PYTHON_CLIENTS: 'true' },
  },
  release: {
    does: 'makes the files of a release except images, and installs them in empty folders',
    // One after the other: both build the clients.
    run: `${TESTS_ONLY} -i scripts/release/tests/artifacts.test.ts clients/typescript/tests/package.test.ts`,
    env: { RELEASE: 'true' },
  },
  replicas: {
    does: 'measures how 100 replicas of the notification service share due deliveries',
    run: `${TESTS_ONLY} services/notification/tests/replicas.test.ts`,
    env: { REPLICA_COUNT: '100' },
  },
  restore: {
    does: 'restores each database alone and all of them, and repairs what they disagree on',
    run: `${TESTS_ONLY} clients/cli/tests/restore.test.ts`,
    env: { RESTORES: 'all' },
  },
  scopes: {
    does: 'measures events beside 30 endpoints whose accounts see 30,000 groups each',
    run: `${TESTS_ONLY} services/notification/tests/wide-scopes.test.ts`,
    env: { SCOPE_GROUPS: '30000' },
  },
  sequences: {
    does: 'compares 600 random sequences of requests with the model of a registration',
    run: `${TESTS_ONLY} services/registration/tests/model.test.ts`,
    env: { MODEL_RUNS: '600' },
  },
  servers: {
    does: 'keeps the servers for tests up, so that one test runs in seconds',
    run: 'scripts/test/servers-main.ts',
  },
  sync: {
    does: 'syncs 3,000 people while the command is killed again and again',
    run: `${TESTS_ONLY} clients/cli/tests/sync.test.ts`,
    env: { SYNC_PEOPLE: '3000' },
  },
  tenants: {
    does: 'compares the answers of portals that differ only in what an account may not see, ten minutes',
    run: `${TESTS_ONLY} contract-tests/adversaries/tenants`,
    env: { TENANTS_SECONDS: '600' },
  },
  text: {
    does: 'enters hostile texts by every door, and reads all that shows them with the reader of its place',
    run: `${TESTS_ONLY} contract-tests/adversaries/text`,
    env: { TEXT_COUNT: '40', PAGES: 'true' },
  },
  'mail-latency': {
    does: 'measures e-mails during restarts and outages for an hour; three minutes with --seconds 180',
    run: 'scripts/faults/main.ts --mail-latency',
  },
  'mail-limits': {
    does: 'sends with two processes to a server that allows three at a time, three sessions, or 600 a minute',
    run: `${TESTS_ONLY} services/notification/tests/mail-limits.test.ts`,
    env: { MAIL_LIMITS: 'measured' },
  },
  window: {
    does: 'kills the notification service between the response of the mail server and its record',
    run: `${TESTS_ONLY} services/notification/tests/smtp-window.test.ts`,
    env: { WINDOW_KILLS: '40', WINDOW_KILLS_WITH_KEYS: '320' },
  },
}

/**
 * `npm run NAME -- [PART] [arguments]`; a command without its part does the first of these. One with
 * `needs: 'running'` gets only the packages that run the system, which are a third of all.
 */
export const COMMANDS = {
  start: { run: 'local/main.ts', needs: 'running' },
  dev: { run: 'local/main.ts --watch', needs: 'running' },
  rollcall: { run: 'local/rollcall.ts', needs: 'running' },
  test: { run: TEST },
  generate: { run: 'scripts/generate/main.ts' },
  'generate charts': { run: 'scripts/charts/generate.ts' },
  'generate pacts': { run: `${TESTS_ONLY} contract-tests/consumers`, env: { WRITE_PACTS: 'true' } },
  'generate pages': { run: 'local/pages/main.ts' },
  backing: { run: 'local/backing-command.ts', needs: 'running' },
  bench: { run: 'scripts/bench/main.ts' },
  'bench webhooks': { run: 'scripts/bench/webhooks.ts' },
  'bench scim': { run: 'scripts/bench/scim.ts' },
  'bench import': { run: 'scripts/bench/import.ts' },
  faults: { run: 'scripts/faults/main.ts' },
  'verify:pact': { run: 'contract-tests/verify/main.ts' },
  fuzz: { run: 'contract-tests/fuzz/main.ts' },
  image: { run: 'scripts/release/image-main.ts' },
  release: { run: 'scripts/release/main.ts' },
}

/**
 * The command that these words name, and the words that are left for it.
 *
 * @returns undefined if there is none
 */
export function findCommand(words) {
  const [name, part, ...rest] = words
  if (name === 'check') return Object.hasOwn(CHECKS, part) ? { ...CHECKS[part], rest } : undefined
  if (Object.hasOwn(COMMANDS, `${name} ${part}`)) return { ...COMMANDS[`${name} ${part}`], rest }
  return Object.hasOwn(COMMANDS, name) ? { ...COMMANDS[name], rest: words.slice(1) } : undefined
}

/** What there is to run, when nothing of that name is. */
export function usage([name, part]) {
  if (name !== 'check') return `usage: node scripts/bootstrap.mjs check|${Object.keys(COMMANDS).join('|')}\n`
  const width = Math.max(...Object.keys(CHECKS).map((check) => check.length)) + 2
  const lines = Object.entries(CHECKS).map(([check, { does }]) => `  ${check.padEnd(width)}${does}\n`)
  const unknown = part === undefined ? '' : `There is no check "${part}".\n`
  return `${unknown}npm run check -- NAME [arguments]\n${lines.join('')}`
}
