import { join } from 'node:path'
import type { Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { cert, key } from '../../testing/notification/certificate.ts'
import { startGuided, type GuidedProgram } from './guided.ts'

/** The address of each service, as `host:port`. */
export type Upstreams = Readonly<Record<'registration' | 'user' | 'notification', string>>

/** What stands in front of Rollcall. */
interface Proxy extends GuidedProgram {
  /** What the file has instead of the address of the test. */
  readonly listen?: readonly [text: string, replacement: (port: number) => string]
  /** How the file writes the port 8080 of a service, if not as `service:8080`. */
  readonly upstream?: (service: string, port: string) => string
  /** What stands in front of it, if it ends no TLS itself. */
  readonly behind?: string
}

const APACHE_MODULES = [
  ...['mpm_event', 'authz_core', 'ssl', 'http2', 'proxy', 'proxy_http', 'headers', 'deflate', 'filter'],
  'socache_shmcb',
]

const CERTIFICATE = { '/etc/ssl/rollcall.pem': cert + key, '/etc/ssl/rollcall.key': key }

export const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    packageName: 'nginx-light',
    command: 'usr/sbin/nginx',
    file: 'proxies/nginx.conf',
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
    file: 'proxies/haproxy.cfg',
    listen: ['bind :443', (port) => `bind 127.0.0.1:${port}`],
    start: ({ file, write }) => {
      const times = ['connect 5s', 'client 60s', 'server 60s'].map((time) => `  timeout ${time}\n`)
      return ['-db', '-f', write('main.cfg', `defaults\n${times.join('')}`), '-f', file]
    },
  },
  caddy: {
    packageName: 'caddy',
    command: 'usr/bin/caddy',
    file: 'proxies/Caddyfile',
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
    file: 'proxies/apache.conf',
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
  varnish: {
    packageName: 'varnish',
    command: 'usr/sbin/varnishd',
    file: 'proxies/varnish.vcl',
    upstream: (service, port) => `"${service}"; .port = "${port}"`,
    behind: 'nginx',
    start: ({ dir, port, file }) => [
      ...['-F', '-j', 'none', '-n', dir, '-f', file, '-a', `127.0.0.1:${port}`, '-s', 'malloc,16m'],
    ],
  },
}

interface Running {
  readonly url: string
  readonly stop: () => Promise<unknown>
}

/** Starts a proxy with the file of the guide, and what it stands behind. */
export async function startProxy(name: string, upstreams: Upstreams, guardian: Guardian): Promise<Running> {
  const proxy = PROXIES[name] as Proxy
  const { listen, behind, upstream = (service, port) => `${service}:${port}` } = proxy
  const port = await freePort()
  const services = Object.entries(upstreams).map(([service, address]) => {
    const [to = '', toPort = ''] = address.split(':')
    return [upstream(service, '8080'), upstream(to, toPort)] as const
  })
  const replaced = [...(listen ? [[listen[0], listen[1](port)] as const] : []), ...services]
  const files = behind === undefined ? CERTIFICATE : {}
  const { stop } = await startGuided(name, proxy, { port, replaced, files, guardian })
  if (behind === undefined) return { url: `https://localhost:${port}`, stop }
  const here = `127.0.0.1:${port}`
  const front = await startProxy(behind, { registration: here, user: here, notification: here }, guardian)
  return { url: front.url, stop: () => Promise.all([front.stop(), stop()]) }
}
