import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fetchDebianProgram, SOFTWARE } from '../../local/backing/debian.ts'
import { startServer } from '../../local/backing/programs.ts'
import type { Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { silentReporter } from '../../local/progress-reporter.ts'
import { LOCAL, ROOT } from '../../local/support/files.ts'
import { cert, key } from '../../testing/notification/certificate.ts'

/** The address of each service, as `host:port`. */
export type Upstreams = Readonly<Record<'registration' | 'user' | 'notification', string>>

/** What stands in front of Rollcall: how it is fetched and started without root. */
interface Proxy {
  readonly packageName: string
  readonly command: string
  /** The file of docs/operations/proxies that it runs with. */
  readonly file: string
  /** What the file has instead of the address of the test. */
  readonly listen: readonly [text: string, replacement: (port: number) => string]
  /** The rest of its configuration, which every installation of the program has, and its arguments. */
  readonly start: (place: Place) => readonly string[]
}

interface Place {
  readonly dir: string
  /** The root of its Debian package. */
  readonly root: string
  /** The guide's file, with the addresses of the test. */
  readonly file: string
  readonly write: (name: string, text: string) => string
}

const APACHE_MODULES = [
  ...['mpm_event', 'authz_core', 'ssl', 'http2', 'proxy', 'proxy_http', 'headers', 'deflate', 'filter'],
  'socache_shmcb',
]

export const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    packageName: 'nginx-light',
    command: 'usr/sbin/nginx',
    file: 'nginx.conf',
    listen: ['listen 443', (port) => `listen 127.0.0.1:${port}`],
    start: ({ dir, file, write }) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const main = write(
        'main.conf',
        `daemon off; pid ${dir}/pid; error_log stderr; worker_processes 1;
        events {}
        http { access_log off; ${temporary.map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')}
        include ${file}; }`,
      )
      return ['-e', 'stderr', '-p', dir, '-c', main]
    },
  },
  haproxy: {
    packageName: 'haproxy',
    command: 'usr/sbin/haproxy',
    file: 'haproxy.cfg',
    listen: ['bind :443', (port) => `bind 127.0.0.1:${port}`],
    start: ({ file, write }) => {
      const times = ['connect 5s', 'client 60s', 'server 60s'].map((time) => `  timeout ${time}\n`)
      return ['-db', '-f', write('main.cfg', `defaults\n${times.join('')}`), '-f', file]
    },
  },
  caddy: {
    packageName: 'caddy',
    command: 'usr/bin/caddy',
    file: 'Caddyfile',
    listen: [
      '\nlearning.example.org {',
      (port) => `\nhttps://localhost:${port}, https://127.0.0.1:${port} {`,
    ],
    start: ({ file, write }) => {
      const options = '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n'
      const main = write('main', `${options}import ${file}\n`)
      return ['run', '--adapter', 'caddyfile', '--config', main]
    },
  },
  apache: {
    packageName: 'apache2-bin',
    command: 'usr/sbin/apache2',
    file: 'apache.conf',
    listen: ['<VirtualHost *:443>', (port) => `Listen 127.0.0.1:${port}\n<VirtualHost 127.0.0.1:${port}>`],
    start: ({ dir, root, file, write }) => {
      const modules = APACHE_MODULES.map(
        (name) => `LoadModule ${name}_module ${join(root, 'usr/lib/apache2/modules', `mod_${name}.so`)}\n`,
      )
      const place = `ServerRoot ${dir}\nPidFile ${dir}/pid\nErrorLog /dev/stderr\nDefaultRuntimeDir ${dir}\n`
      const main = write('main.conf', `${modules.join('')}${place}ServerName localhost\nInclude ${file}\n`)
      return ['-D', 'FOREGROUND', '-f', main]
    },
  },
}

const CERTIFICATE = '/etc/ssl/rollcall.pem'
const KEY = '/etc/ssl/rollcall.key'

/** Starts a proxy with the file of the guide, of which only addresses and paths are replaced. */
export async function startProxy(name: string, upstreams: Upstreams, guardian: Guardian) {
  const { packageName, command, file, listen, start } = PROXIES[name] as Proxy
  const dir = join(LOCAL, `neighbours/${name}-${process.pid}`)
  guardian.watch(dir)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  const write = (to: string, text: string) => {
    writeFileSync(join(dir, to), text)
    return join(dir, to)
  }
  const site = { dir, logs: dir, software: SOFTWARE, env: process.env, guardian, progress: silentReporter }
  const program = await fetchDebianProgram(packageName, command, site)
  const port = await freePort()
  const replaced = new Map([
    [listen[0], listen[1](port)],
    [CERTIFICATE, write('certificate.pem', cert + key)],
    [KEY, write('key.pem', key)],
    ...Object.entries(upstreams).map(([service, address]) => [`${service}:8080`, address] as const),
  ])
  let text = readFileSync(join(ROOT, 'docs/operations/proxies', file), 'utf8')
  for (const [from, to] of replaced) text = text.replaceAll(from, to)
  const args = start({ dir, root: program.root, file: write(file, text), write })
  const env = { ...program.env, HOME: dir, XDG_CONFIG_HOME: dir, XDG_DATA_HOME: dir }
  const child = await startServer({ ...site, env }, name, program.command, args, () => reach(port))
  return { url: `https://localhost:${port}`, stop: () => child.stop(5_000) }
}

/** Resolves when something listens there. */
export const reach = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()))
    socket.once('error', reject)
  })
