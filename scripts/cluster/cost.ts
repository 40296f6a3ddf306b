import { SERVICES, type Service } from '../image/services.ts'
import { nodeIn } from './commands.ts'
import { podsOf } from './pods.ts'

const READ = `fetch('http://127.0.0.1:9090/metrics').then((r) => r.text()).then((t) => process.stdout.write(t))`

const sumOf = (page: string, metric: RegExp): number =>
  [...page.matchAll(metric)].reduce((sum, [, value]) => sum + Number(value), 0)

async function read(service: Service) {
  const pages = await Promise.all((await podsOf(service)).map(({ metadata }) => nodeIn(metadata.name, READ)))
  const memory = /^process_resident_memory_bytes\{.*\} (\S+)$/gm
  return {
    at: Date.now(),
    cpuSeconds: sumOf(pages.join('\n'), /^process_cpu_seconds_total\{.*\} (\S+)$/gm),
    memoryBytes: Math.max(...pages.map((page) => sumOf(page, memory))),
    requests: sumOf(pages.join('\n'), /^rollcall_http_request_duration_seconds_count\{.*\} (\S+)$/gm),
  }
}

/** What each service takes for the work it does between two calls: the base of any sizing. */
export async function startMeasuring() {
  const before = await Promise.all(SERVICES.map(read))
  return async (): Promise<readonly string[]> => {
    const after = await Promise.all(SERVICES.map(read))
    return SERVICES.map((service, index) => {
      const [from, to] = [before[index]!, after[index]!]
      const requests = to.requests - from.requests
      const cpu = to.cpuSeconds - from.cpuSeconds
      const perRequest = requests > 0 ? `, ${((cpu / requests) * 1000).toFixed(1)} ms of CPU each` : ''
      return `${service.padEnd(14)}${(cpu / ((to.at - from.at) / 1000)).toFixed(3)} CPU in all pods, ${requests} requests in and between services${perRequest}, ${Math.round(to.memoryBytes / 1024 / 1024)} MiB in the largest pod`
    })
  }
}
