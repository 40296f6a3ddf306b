import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import MailComposer from 'nodemailer/lib/mail-composer'
import { startReceiver } from '../../../local/traces/receiver.ts'
import { DEFAULT_MAIL_SETTINGS, MailWriter } from '../../../services/notification/src/emails/mail-writer.ts'
import { startTracing } from '../../../services/platform/observability/opentelemetry.ts'
import { ENDS } from './fragments.ts'

/** What a sample did: the calls that it made, and everything else that happened. */
export interface Ran {
  readonly calls: readonly any[]
  /** Files that were made, what was said, and how it ended, if not well. */
  readonly else: readonly string[]
}

function inEmptyFolder<T>(run: (cwd: string) => T): T {
  const cwd = mkdtempSync(join(tmpdir(), 'rollcall-empty-'))
  try {
    return run(cwd)
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

/** Writes down the arguments of each call. */
const RECORD = String.raw`{ printf '%s\0' "$@"; printf '\0'; } >&3`

/** Runs a command as if pasted into bash, which expands `!`, with programs that only write down calls. */
export const runInBash = (source: string): Ran =>
  inEmptyFolder((cwd) => {
    const { status, output } = spawnSync('bash', ['-o', 'history', '-o', 'histexpand'], {
      cwd,
      env: { PATH: '/usr/bin:/bin', HOME: cwd, HISTFILE: '' },
      encoding: 'utf8',
      input: `curl() ${RECORD}\nrollcall() ${RECORD}\n${source}`,
      stdio: Array<'pipe'>(4).fill('pipe'),
    })
    const [, stdout = '', stderr = '', written = ''] = output.map(String)
    const said = [stderr, stdout, ...readdirSync(cwd), ...(status === 0 ? [] : [`status ${status}`])]
    const calls = written.split('\0\0').slice(0, -1)
    return { calls: calls.map((call) => call.split('\0')), else: said.filter((text) => text !== '') }
  })

/** The parts of the path, and the body, of the request of a sample of curl. */
export function runCurl(source: string): Ran {
  const { calls, ...ran } = runInBash(source)
  const read = (args: readonly string[]) => [
    new URL(args.find((arg) => arg.startsWith('http')) ?? '').pathname.split('/').map(decodeURIComponent),
    args.includes('-d') ? JSON.parse(args[args.indexOf('-d') + 1] ?? '') : undefined,
  ]
  return { calls: calls.map(read), ...ran }
}

/** Runs each command, or option of a command, that a text proposes: the least that bash can read. */
export const runProposed = (text: string): Ran[] =>
  [...text.matchAll(/\brollcall [a-z]|(?<= )--[a-z]/g)].map(({ index }) => {
    const rest = text.slice(index).replace(/^--/, 'rollcall --')
    const ends = [...rest.matchAll(/[).,;`](?=[\s.,;]|$)|$/g)].map((found) => found.index)
    const end = ends.find((at) => spawnSync('bash', ['-n', '-c', rest.slice(0, at)]).status === 0)
    return runInBash(rest.slice(0, end))
  })

const NODE = `
import { readFileSync, readdirSync } from 'node:fs'
const ran = []
console.log = () => undefined
for (const [i, source] of JSON.parse(readFileSync(0, 'utf8')).entries()) {
  const calls = []
  const callable = (path) => new Proxy(() => undefined, {
    get: (_, name) => callable([...path, name]),
    apply: (_, __, args) => void calls.push([path.join('.'), ...args]),
  })
  globalThis.rollcall = () => callable([])
  const module = source.replace(/^import \\{ rollcall \\} from '@rollcall\\/client'$/m, '')
  const url = 'data:text/javascript,' + encodeURIComponent(module + '\\n// ' + i)
  const failed = await import(url).then(() => [], (error) => [String(error)])
  ran.push({ calls, else: [...failed, ...readdirSync('.')] })
}
process.stdout.write(JSON.stringify(ran))
`

const PYTHON = `
import json, os, re, sys, types
class Client:
    def __init__(self, name): self.name = name
    def __getattr__(self, name): return Client(name)
    def __call__(self, *args, client=None, **named):
        if self.name == 'from_dict': return args[0]
        if self.name != 'AuthenticatedClient': calls.append([self.name, *args, named])
        return types.SimpleNamespace(status_code=200, parsed=None)
IMPORT = re.compile(r'^from rollcall_client[\\w.]* import (\\w+)$', re.M)
ran = []
for source in json.load(sys.stdin):
    calls, failed = [], []
    names = {name: Client(name) for name in IMPORT.findall(source)} | {'print': lambda *args: None}
    try:
        exec(compile(IMPORT.sub('', source), 'sample', 'exec'), names)
        # Halves of a character can't be sent, and JSON would put them together again.
        json.dumps(calls, ensure_ascii=False).encode()
    except BaseException as error: failed = [repr(error)]
    ran.append({'calls': calls, 'else': failed + os.listdir('.')})
json.dump(ran, sys.stdout)
`

/** What a program makes of a value. */
const inProgram = (program: string, args: readonly string[], input: unknown): any =>
  inEmptyFolder((cwd) =>
    JSON.parse(execFileSync(program, args, { cwd, input: JSON.stringify(input), encoding: 'utf8' })),
  )

/** Runs samples one after the other in a process of Node, or of Python, with a client that records calls. */
export const runInNode = (sources: readonly string[]): Ran[] =>
  inProgram(process.execPath, ['--input-type=module', '-e', NODE], sources)
export const runInPython = (sources: readonly string[]): Ran[] =>
  inProgram('python3', ['-c', PYTHON], sources)

const READ = 'import csv, email, email.policy, html.parser, io, json, sys\nread = json.load(sys.stdin)\n'
const inPython = (program: string, input: unknown) => inProgram('python3', ['-c', READ + program], input)

/** The rows of a CSV file as Python's reader finds them. */
export const readCsv = (text: string, delimiter: string): string[][] =>
  inPython(
    `text, delimiter = read
json.dump(list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)), sys.stdout)`,
    [text, delimiter],
  )

/** The part of a path as which our Python client writes each text. */
export const partsOfPath = (texts: readonly string[]): string[] =>
  inPython(
    `path, texts = read
module = {}; exec(open(path).read(), module)
json.dump([module['quote'](text, safe='') for text in texts], sys.stdout)`,
    [join(import.meta.dirname, '../../../clients/python/rollcall/path.py'), texts],
  )

const writer = new MailWriter({ ...DEFAULT_MAIL_SETTINGS, mailFrom: { name: '', address: 'a@example.test' } })

/** The e-mail to a person of this name, about a course of this name. */
export async function mailTo(name: string): Promise<string> {
  const content = { courseName: name, firstName: name, preferredLanguage: '', registeredAt: new Date() }
  const source = { messageId: '<1@example.test>', templateId: 222, registrationId: 1, content }
  const mail = writer.write({ ...source, to: 'each@example.test' })
  return String(await new MailComposer({ ...mail, from: mail.from.address }).compile().build())
}

/** What a mail program shows of an e-mail. */
interface ShownMail {
  readonly subject: string
  readonly to: string
  readonly text: string
  /** The text of the page, and the page. */
  readonly page: string
  readonly html: string
}

/** E-mails as Python reads them, which decodes more than others do. */
export const readMails = (sources: readonly string[]): ShownMail[] =>
  inPython(
    `
class Reader(html.parser.HTMLParser):
    def handle_data(self, data): self.said += data
def mail(source):
    read = email.message_from_bytes(source.encode(), policy=email.policy.default)
    text, page = (read.get_body([kind]).get_content() for kind in ('plain', 'html'))
    reader = Reader(); reader.said = ''; reader.feed(page)
    to = read['to'].addresses[0].addr_spec
    return {'subject': read['subject'], 'to': to, 'text': text, 'page': reader.said, 'html': page}
json.dump([mail(source) for source in read], sys.stdout)`,
    sources,
  )

/** Half a character, as a process writes it, and as JSON does. */
export const HALF = /\uFFFD|\\ud[89ab]..(?!\\ud)/

/** Halves, and what controls a terminal or shows a text otherwise than it is; joiners belong to names. */
export const controlsIn = (text: string): string[] =>
  [...text.matchAll(/(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}]/gu)].map(
    ([found]) => `U+${found.codePointAt(0)?.toString(16)}`,
  )

/** What a spreadsheet calculates. */
export const FORMULA = /^[=+@＝＋－＠\t\r-]/

const program = new MarkdownIt().linkify.set({ fuzzyLink: true, fuzzyEmail: true }).tlds(ENDS, true)
const TELEPHONE = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4}/u
/** Whether mail programs make a link of a part, in compatibility forms of letters, too. */
export const hasLink = (text: string): boolean =>
  [text, text.normalize('NFKC')].some((one) => program.test(one) || TELEPHONE.test(one))

/** Adds a line of JSON for each span that a collector gets. @returns what ends that */
export async function recordSpans(lines: string[]): Promise<() => Promise<void>> {
  const collector = await startReceiver(
    (spans) => void lines.push(...spans.map((one) => JSON.stringify(one))),
  )
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url
  const tracing = startTracing('text', {})
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  return () => tracing.stop().then(collector.stop)
}

const LABEL = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*"`
const NUMBER = String.raw`(?:[-+]?Inf|NaN|[-+]?[\d.]+(?:e[-+]?\d+)?)`
const METRIC = new RegExp(String.raw`^[a-zA-Z_:][\w:]*(?:\{(?:${LABEL}(?:,${LABEL})*)?\})? ${NUMBER}$`)
const COMMENT = /^# (?:HELP|TYPE) [a-zA-Z_:][\w:]* .+$/

/** The lines of a page of metrics that Prometheus would reject. */
export const unreadableMetrics = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !METRIC.test(line) && !COMMENT.test(line))

export const onOneLine = (text = '') => text.replaceAll(/\s+/g, ' ')

/** Every text in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
