import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Guardian } from '../../local/processes/guardian.ts'
import { freePort } from '../../local/processes/ports.ts'
import { copyRelocated, startGuided, type GuidedProgram } from './guided.ts'

/** What watches Rollcall: Prometheus and Alertmanager. */
export const WATCHERS = ['alertmanager']

const TEMPLATES = '/usr/share/prometheus/alertmanager'

const ALERTMANAGER: GuidedProgram = {
  packageName: 'prometheus-alertmanager',
  command: 'usr/bin/prometheus-alertmanager',
  file: 'watchers/alertmanager.yml',
  relocate(command, { dir, root }) {
    for (const name of ['default.tmpl', 'email.tmpl'])
      copyFileSync(join(root, TEMPLATES, name), join(dir, name))
    return copyRelocated(command, join(dir, 'alertmanager'), TEMPLATES)
  },
  start: ({ dir, port, file }) => [
    ...[`--config.file=${file}`, `--storage.path=${dir}`, `--web.listen-address=127.0.0.1:${port}`],
    '--cluster.listen-address=',
  ],
}

const PROMETHEUS: GuidedProgram = {
  packageName: 'prometheus',
  command: 'usr/bin/prometheus',
  file: 'watchers/prometheus.yml',
  start: ({ dir, port, file }) => [
    ...[`--config.file=${file}`, `--storage.tsdb.path=${dir}/data`, `--web.listen-address=127.0.0.1:${port}`],
    // What is raised before it has found Alertmanager is sent again a minute later by default.
    '--rules.alert.resend-delay=1s',
  ],
}

interface Watched {
  /** Where the two installations' metrics are, and what gets their alerts. */
  readonly addresses: Readonly<Record<'production' | 'staging' | 'on-call' | 'toStaging', string>>
  /** The rules of both, as files. */
  readonly rules: string
  readonly guardian: Guardian
}

/** Starts Prometheus and Alertmanager with the files of the guide, whose times are a second. */
export async function startWatchers({ addresses, rules, guardian }: Watched) {
  const [port, alertPort] = [await freePort(), await freePort()]
  const alertmanager = await startGuided('alertmanager', ALERTMANAGER, {
    port: alertPort,
    guardian,
    replaced: [
      ['group_wait: 30s', 'group_wait: 1s'],
      ['group_interval: 5m', 'group_interval: 1s'],
      ['on-call.example.org', addresses['on-call']],
      ['staging.example.org', addresses.toStaging],
    ],
  })
  const prometheus = await startGuided('prometheus', PROMETHEUS, {
    port,
    guardian,
    replaced: [
      ['interval: 30s', 'interval: 1s'],
      ['/etc/prometheus/rollcall', rules],
      ['alertmanager:9093', `127.0.0.1:${alertPort}`],
      ['production:9090', addresses.production],
      ['staging:9090', addresses.staging],
    ],
  })
  return { stop: () => Promise.all([prometheus.stop(), alertmanager.stop()]) }
}
